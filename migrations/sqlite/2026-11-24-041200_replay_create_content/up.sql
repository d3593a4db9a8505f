-- The definitions of replays. A run keeps the definition that it began with.
CREATE TABLE replay_definitions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- SHA-256 of the definition, in hexadecimal digits.
    digest TEXT NOT NULL,
    -- JSON.
    definition TEXT NOT NULL,
    CONSTRAINT replay_definitions_digest_key UNIQUE (digest)
);

-- The charts that are traded. A run keeps the chart that it began with.
CREATE TABLE replay_charts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- SHA-256 of the rows and the tick, in hexadecimal digits.
    digest TEXT NOT NULL,
    -- SHA-256 of the times and prices in the rows of the file, in hexadecimal digits.
    rows_digest TEXT NOT NULL,
    -- Seconds.
    step BIGINT NOT NULL CONSTRAINT replay_charts_step_positive CHECK (step > 0),
    sub_bars INTEGER NOT NULL CONSTRAINT replay_charts_sub_bars_positive CHECK (sub_bars > 0),
    CONSTRAINT replay_charts_digest_key UNIQUE (digest)
);

-- 1,024 sub-bars each, but for a chart's last.
CREATE TABLE replay_chart_parts (
    chart_id INTEGER NOT NULL CONSTRAINT replay_chart_parts_chart_id_fkey REFERENCES replay_charts (id) ON DELETE CASCADE,
    -- From 0.
    part INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (chart_id, part)
);

-- The replays of lessons as the last import has them.
CREATE TABLE lesson_replays (
    video_id INTEGER NOT NULL PRIMARY KEY CONSTRAINT lesson_replays_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT lesson_replays_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    definition_id INTEGER NOT NULL CONSTRAINT lesson_replays_definition_id_fkey REFERENCES replay_definitions (id),
    -- The name in the course's folder.
    file TEXT NOT NULL
);
CREATE INDEX lesson_replays_course_id ON lesson_replays (course_id);
CREATE INDEX lesson_replays_definition_id ON lesson_replays (definition_id);

CREATE TABLE lesson_replay_charts (
    video_id INTEGER NOT NULL CONSTRAINT lesson_replay_charts_video_id_fkey REFERENCES lesson_replays (video_id) ON DELETE CASCADE,
    "order" INTEGER NOT NULL,
    chart_id INTEGER NOT NULL CONSTRAINT lesson_replay_charts_chart_id_fkey REFERENCES replay_charts (id),
    -- The name in the course's folder.
    file TEXT NOT NULL,
    -- Where the file lies as it was imported.
    location TEXT NOT NULL,
    PRIMARY KEY (video_id, "order")
);
CREATE INDEX lesson_replay_charts_chart_id ON lesson_replay_charts (chart_id);
