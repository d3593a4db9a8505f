-- What members asked at a second of a lesson, and what staff answered.
CREATE TABLE questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Null once the account is gone, of which public answered questions stay.
    user_id INTEGER CONSTRAINT questions_user_id_fkey REFERENCES users (id) ON DELETE SET NULL,
    video_id INTEGER NOT NULL CONSTRAINT questions_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    seconds INTEGER NOT NULL,
    -- Plain text; empty once the question was deleted.
    text TEXT NOT NULL,
    private BOOLEAN NOT NULL,
    asked_at TIMESTAMP NOT NULL,
    -- A deleted question counts among those of its day.
    deleted_at TIMESTAMP,
    -- Markdown.
    answer TEXT,
    answered_by TEXT,
    answered_at TIMESTAMP,
    -- Whether members other than the asker see it.
    answer_public BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX questions_user_id_asked_at ON questions (user_id, asked_at);
CREATE INDEX questions_video_id_seconds ON questions (video_id, seconds);
CREATE INDEX questions_answered_at ON questions (answered_at);
-- Public answers are searched with the lessons.
ALTER TABLE search_passages ADD COLUMN question_id INTEGER
    CONSTRAINT search_passages_question_id_fkey REFERENCES questions (id) ON DELETE CASCADE;
CREATE INDEX search_passages_question_id ON search_passages (question_id);
