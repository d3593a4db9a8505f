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
    -- Of the course's texts and videos: BCP 47, in its canonical form.
    language TEXT NOT NULL DEFAULT 'en',
    -- Whether staff hid the course from callers without access.
    hidden BOOLEAN NOT NULL DEFAULT FALSE,
    -- Whether the folder says that staff's commands alone see the course.
    draft BOOLEAN NOT NULL DEFAULT FALSE,
    -- When staff removed the course. Its row stays, because orders and used keys refer to it.
    removed_at TIMESTAMP,
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
    -- Seconds; 0 for a text.
    duration INTEGER NOT NULL,
    "order" INTEGER NOT NULL,
    -- A lesson is a video or a text, whose Markdown file lies in the media store like a video.
    kind TEXT NOT NULL DEFAULT 'video' CONSTRAINT videos_kind_known CHECK (kind IN ('video', 'text')),
    -- Whether any visitor may open the lesson.
    preview BOOLEAN NOT NULL DEFAULT FALSE,
    -- What is read with the lesson, as Markdown, and the name of its file in the course's folder.
    text TEXT,
    text_file TEXT,
    -- The names of the files of the chapters and of the exercises in the course's folder.
    chapters_file TEXT,
    exercises_file TEXT,
    -- Whether every browser plays the file's codecs; null for a text.
    plays_in_browsers BOOLEAN,
    CONSTRAINT videos_course_id_file_key UNIQUE (course_id, file),
    CONSTRAINT videos_duration_of_kind CHECK (duration > 0 OR (duration = 0 AND kind = 'text'))
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
CREATE INDEX user_course_access_expires_at ON user_course_access (expires_at);

-- Each term that was ever given for a course, and by what; what a user holds now is user_course_access.
CREATE TABLE access_grants (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT access_grants_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT access_grants_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    -- 3m, 90d, lifetime.
    term TEXT NOT NULL,
    granted_at TIMESTAMP NOT NULL,
    source TEXT NOT NULL,
    -- The number of the key or the order.
    source_id INTEGER,
    -- When it was taken back.
    ended_at TIMESTAMP
);
CREATE INDEX access_grants_user_id_course_id ON access_grants (user_id, course_id);
CREATE INDEX access_grants_course_id ON access_grants (course_id);
CREATE INDEX access_grants_source_source_id ON access_grants (source, source_id);

-- The mails about the end of an access that were sent: one each, however many servers look.
CREATE TABLE access_notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT access_notices_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT access_notices_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    -- The end that it was about: an extended access ends once more.
    ends_at TIMESTAMP NOT NULL,
    kind TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    CONSTRAINT access_notices_user_id_course_id_ends_at_kind_key UNIQUE (user_id, course_id, ends_at, kind)
);
CREATE INDEX access_notices_course_id ON access_notices (course_id);

-- One row; its version grows with every change of the catalogue.
CREATE TABLE catalogue_state (
    id INTEGER PRIMARY KEY CONSTRAINT catalogue_state_one_row CHECK (id = 1),
    version BIGINT NOT NULL
);
INSERT INTO catalogue_state (id, version) VALUES (1, 1);

-- Captions of a lesson in one language.
CREATE TABLE lesson_captions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    video_id INTEGER NOT NULL CONSTRAINT lesson_captions_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- BCP 47, in its canonical form.
    language TEXT NOT NULL,
    label TEXT NOT NULL,
    -- The name in the course's folder.
    file TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    CONSTRAINT lesson_captions_video_id_language_key UNIQUE (video_id, language)
);

-- What is said, from when to when. Course and video stand here too, so that a search reads this table alone.
CREATE TABLE lesson_cues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    caption_id INTEGER NOT NULL CONSTRAINT lesson_cues_caption_id_fkey REFERENCES lesson_captions (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT lesson_cues_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT lesson_cues_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- Milliseconds.
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL CONSTRAINT lesson_cues_end_after_start CHECK (end_ms > start_ms),
    placement TEXT NOT NULL,
    -- Plain text.
    text TEXT NOT NULL
);
CREATE INDEX lesson_cues_caption_id ON lesson_cues (caption_id);
CREATE INDEX lesson_cues_video_id ON lesson_cues (video_id);
CREATE INDEX lesson_cues_course_id ON lesson_cues (course_id);

-- The paragraphs of a lesson's text without their marks, for search.
CREATE TABLE lesson_paragraphs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course_id INTEGER NOT NULL CONSTRAINT lesson_paragraphs_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT lesson_paragraphs_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    "order" INTEGER NOT NULL,
    text TEXT NOT NULL,
    CONSTRAINT lesson_paragraphs_video_id_order_key UNIQUE (video_id, "order")
);
CREATE INDEX lesson_paragraphs_course_id ON lesson_paragraphs (course_id);

CREATE TABLE lesson_chapters (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    video_id INTEGER NOT NULL CONSTRAINT lesson_chapters_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- Milliseconds.
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL CONSTRAINT lesson_chapters_end_after_start CHECK (end_ms > start_ms),
    title TEXT NOT NULL,
    CONSTRAINT lesson_chapters_video_id_start_ms_key UNIQUE (video_id, start_ms)
);

CREATE TABLE lesson_attachments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    video_id INTEGER NOT NULL CONSTRAINT lesson_attachments_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    "order" INTEGER NOT NULL,
    -- The name in the course's folder.
    file TEXT NOT NULL,
    -- Where the bytes lie in the media store.
    location TEXT NOT NULL,
    -- Bytes.
    size BIGINT NOT NULL CONSTRAINT lesson_attachments_size_not_negative CHECK (size >= 0),
    CONSTRAINT lesson_attachments_video_id_file_key UNIQUE (video_id, file)
);

-- The pictures that a lesson's text shows.
CREATE TABLE lesson_pictures (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    video_id INTEGER NOT NULL CONSTRAINT lesson_pictures_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- The name in the course's folder.
    file TEXT NOT NULL,
    -- Where the bytes lie in the media store.
    location TEXT NOT NULL,
    CONSTRAINT lesson_pictures_video_id_file_key UNIQUE (video_id, file)
);

-- Videos packaged for adaptive playback. By the place of the source, not by the video: the same file in two courses is packaged
-- once, and a video whose file changes has no package until the new file has one.
CREATE TABLE video_packages (
    -- A value of videos.url, which is not unique there.
    source TEXT PRIMARY KEY NOT NULL,
    -- How the package was made; an older number is made again.
    recipe INTEGER NOT NULL,
    -- Where the files lie in the media store.
    index_file TEXT NOT NULL,
    top_file TEXT NOT NULL,
    low_file TEXT NOT NULL,
    poster_file TEXT NOT NULL,
    previews_file TEXT NOT NULL,
    packaged_at TIMESTAMP NOT NULL
);

-- What a search looks through: a few neighbouring lines of one lesson a row, headings of a course before its contents.
CREATE TABLE search_passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course_id INTEGER NOT NULL CONSTRAINT search_passages_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT search_passages_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    -- How many lines of the same source precede it.
    first_line INTEGER NOT NULL,
    -- How many of its lines the next passage does not have.
    own_lines INTEGER NOT NULL,
    -- Plain text, one line each.
    text TEXT NOT NULL,
    -- Milliseconds, one number for each line, separated by commas; empty where nothing is said.
    starts TEXT NOT NULL,
    -- Its words as the program compares them, each once, and the course's number after an underscore.
    words TEXT NOT NULL
);
CREATE INDEX search_passages_course_id ON search_passages (course_id);
CREATE INDEX search_passages_video_id ON search_passages (video_id);

-- The index of the words. Nothing but a space separates them: what a word is, the program has decided. Beginnings of two to six
-- letters have entries of their own.
CREATE VIRTUAL TABLE search_passages_words USING fts5 (
    words,
    content = 'search_passages',
    content_rowid = 'id',
    detail = 'none',
    columnsize = 0,
    prefix = '2 3 4 5 6',
    tokenize = "ascii tokenchars '._'"
);
-- Without conditions: an entry that is not deleted with its row damages the index.
CREATE TRIGGER search_passages_inserted AFTER INSERT ON search_passages BEGIN
    INSERT INTO search_passages_words (rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER search_passages_deleted AFTER DELETE ON search_passages BEGIN
    INSERT INTO search_passages_words (search_passages_words, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER search_passages_updated AFTER UPDATE ON search_passages BEGIN
    INSERT INTO search_passages_words (search_passages_words, rowid, words) VALUES ('delete', old.id, old.words);
    INSERT INTO search_passages_words (rowid, words) VALUES (new.id, new.words);
END;

-- By what each course was indexed. A course without a row, of another version or changed since, is indexed again by the server.
CREATE TABLE search_courses (
    course_id INTEGER PRIMARY KEY CONSTRAINT search_courses_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    -- Of the program's rules for words and passages.
    version INTEGER NOT NULL,
    -- When the course was changed last before it was indexed.
    course_updated_at TIMESTAMP NOT NULL,
    passages INTEGER NOT NULL
);
