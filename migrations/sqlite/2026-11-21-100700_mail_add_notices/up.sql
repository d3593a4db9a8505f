-- Since when a mail has been tried, where staff asked for it again; null: since it was written.
ALTER TABLE outbox ADD COLUMN tried_since TIMESTAMP;
-- Waiting and given up mails are those without sent_at.
CREATE INDEX outbox_sent_at_due_at ON outbox (sent_at, due_at);

-- That a member was told about one end of one access; once, however many servers look.
CREATE TABLE access_notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT access_notices_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT access_notices_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    -- The end that it was about: an extended access ends once more.
    ends_at TIMESTAMP NOT NULL,
    kind TEXT NOT NULL CONSTRAINT access_notices_kind_known CHECK (kind IN ('access_ending', 'access_ended')),
    created_at TIMESTAMP NOT NULL,
    CONSTRAINT access_notices_user_id_course_id_ends_at_kind_key UNIQUE (user_id, course_id, ends_at, kind)
);
CREATE INDEX access_notices_course_id ON access_notices (course_id);

-- The kinds of browser that somebody signed in with, "Firefox on Windows": a new one is told to them.
CREATE TABLE known_browsers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT known_browsers_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    first_seen_at TIMESTAMP NOT NULL,
    CONSTRAINT known_browsers_user_id_name_key UNIQUE (user_id, name)
);
