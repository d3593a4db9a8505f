CREATE TABLE courses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slug TEXT NOT NULL CONSTRAINT courses_slug_key UNIQUE,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    category TEXT NOT NULL,
    type TEXT NOT NULL CONSTRAINT courses_type_known CHECK (type IN ('futures', 'crypto', 'forex')),
    -- Where the course's own image lies in the media store; without one, the drawing of the type stands for it.
    image TEXT,
    -- Cents.
    price INTEGER NOT NULL CONSTRAINT courses_price_not_negative CHECK (price >= 0),
    discord_role TEXT,
    discord_channel TEXT,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

-- Sections.
CREATE TABLE course_models (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course_id INTEGER NOT NULL CONSTRAINT course_models_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    CONSTRAINT course_models_course_id_order_key UNIQUE (course_id, "order")
);

CREATE TABLE videos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course_id INTEGER NOT NULL CONSTRAINT videos_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    -- Null for a video that an import withdrew; its row keeps the members' progress.
    model_id INTEGER CONSTRAINT videos_model_id_fkey REFERENCES course_models (id) ON DELETE SET NULL,
    -- The name in the course's folder, which names the video for ever.
    file TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    -- Where the bytes lie in the media store.
    url TEXT NOT NULL,
    content_type TEXT NOT NULL,
    -- Seconds.
    duration INTEGER NOT NULL CONSTRAINT videos_duration_positive CHECK (duration > 0),
    "order" INTEGER NOT NULL,
    CONSTRAINT videos_course_id_file_key UNIQUE (course_id, file)
);
CREATE INDEX videos_model_id_order ON videos (model_id, "order");

CREATE TABLE user_course_access (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT user_course_access_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT user_course_access_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    purchased_at TIMESTAMP NOT NULL,
    -- Null: no end.
    expires_at TIMESTAMP,
    CONSTRAINT user_course_access_user_id_course_id_key UNIQUE (user_id, course_id)
);
CREATE INDEX user_course_access_course_id ON user_course_access (course_id);

-- One row; its version grows with every change of the catalogue.
CREATE TABLE catalogue_state (
    id INTEGER PRIMARY KEY CONSTRAINT catalogue_state_one_row CHECK (id = 1),
    version BIGINT NOT NULL
);
INSERT INTO catalogue_state (id, version) VALUES (1, 1);
