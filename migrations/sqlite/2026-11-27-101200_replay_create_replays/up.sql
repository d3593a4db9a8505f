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

-- Members' runs of replays: their acts, from which each run is computed, and what it came to.
CREATE TABLE replay_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT replay_runs_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT replay_runs_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- As the run began with them.
    definition_id INTEGER NOT NULL CONSTRAINT replay_runs_definition_id_fkey REFERENCES replay_definitions (id),
    chart_id INTEGER NOT NULL CONSTRAINT replay_runs_chart_id_fkey REFERENCES replay_charts (id),
    -- The chart's name in the course's folder.
    chart_file TEXT NOT NULL,
    started_at TIMESTAMP NOT NULL,
    ended_at TIMESTAMP,
    -- How many sub-bars were seen.
    at INTEGER NOT NULL CONSTRAINT replay_runs_at_positive CHECK (at > 0),
    -- JSON.
    acts TEXT NOT NULL,
    -- What ended it, other than its chart or a rule.
    closed_by TEXT CONSTRAINT replay_runs_closed_by_known CHECK (closed_by IN ('member', 'replacement')),
    verdict TEXT CONSTRAINT replay_runs_verdict_known CHECK (verdict IN ('passed', 'short', 'failed')),
    -- JSON.
    result TEXT,
    CONSTRAINT replay_runs_ended_whole CHECK ((ended_at IS NULL) = (verdict IS NULL) AND (ended_at IS NULL) = (result IS NULL))
);
CREATE INDEX replay_runs_user_id_video_id ON replay_runs (user_id, video_id, id);
-- At most one open run of a member and lesson.
CREATE UNIQUE INDEX replay_runs_open_key ON replay_runs (user_id, video_id) WHERE ended_at IS NULL;
CREATE INDEX replay_runs_video_id ON replay_runs (video_id);
CREATE INDEX replay_runs_definition_id ON replay_runs (definition_id);
CREATE INDEX replay_runs_chart_id ON replay_runs (chart_id);

-- Questions that are made from a member's run and asked in the member's revision; the answers are kept as those to any exercise.
CREATE TABLE replay_questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id INTEGER NOT NULL CONSTRAINT replay_questions_run_id_fkey REFERENCES replay_runs (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL CONSTRAINT replay_questions_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT replay_questions_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- Names the question among the exercises of its lesson.
    exercise TEXT NOT NULL,
    -- Markdown.
    prompt TEXT NOT NULL,
    -- As in lesson_exercises.
    question TEXT NOT NULL,
    -- Markdown.
    explanation TEXT NOT NULL,
    -- When the run ended: from then on it is due until its first answer.
    asked_at TIMESTAMP NOT NULL,
    CONSTRAINT replay_questions_user_id_video_id_exercise_key UNIQUE (user_id, video_id, exercise)
);
CREATE INDEX replay_questions_run_id ON replay_questions (run_id);
CREATE INDEX replay_questions_user_id_asked_at ON replay_questions (user_id, asked_at);
CREATE INDEX replay_questions_video_id ON replay_questions (video_id);
