-- Whether the questions of members with access come first in staff's lists.
ALTER TABLE courses ADD COLUMN priority BOOLEAN NOT NULL DEFAULT FALSE;

-- A hidden question is seen by its asker and by staff alone.
ALTER TABLE questions ADD COLUMN hidden_at TIMESTAMP;

-- What members reported of public answered questions.
CREATE TABLE question_reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    question_id INTEGER NOT NULL CONSTRAINT question_reports_question_id_fkey REFERENCES questions (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL CONSTRAINT question_reports_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    reported_at TIMESTAMP NOT NULL,
    -- When staff decided that the question stays.
    kept_at TIMESTAMP,
    CONSTRAINT question_reports_question_id_user_id_key UNIQUE (question_id, user_id)
);
CREATE INDEX question_reports_user_id ON question_reports (user_id);
