-- Live sessions of a course, each date of a series a row.
CREATE TABLE live_sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course_id INTEGER NOT NULL CONSTRAINT live_sessions_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    -- Markdown.
    text TEXT,
    starts_at TIMESTAMP NOT NULL,
    ends_at TIMESTAMP NOT NULL,
    -- A zone of IANA: whose wall time the start was given in.
    zone TEXT NOT NULL,
    join_address TEXT,
    -- A channel of the Discord guild.
    channel TEXT,
    cancelled_at TIMESTAMP,
    reason TEXT,
    -- Grows with each change that a calendar shows.
    sequence INTEGER NOT NULL DEFAULT 0,
    changed_at TIMESTAMP NOT NULL,
    -- The start of which members know by a mail.
    told_start TIMESTAMP,
    -- The lesson that is its recording.
    recording_id INTEGER CONSTRAINT live_sessions_recording_id_fkey REFERENCES videos (id) ON DELETE SET NULL,
    CONSTRAINT live_sessions_has_place CHECK ((join_address IS NULL) <> (channel IS NULL)),
    CONSTRAINT live_sessions_ends_after_start CHECK (ends_at > starts_at),
    CONSTRAINT live_sessions_cancelled_whole CHECK ((cancelled_at IS NULL) = (reason IS NULL))
);
CREATE INDEX live_sessions_course_id_ends_at ON live_sessions (course_id, ends_at);
CREATE INDEX live_sessions_starts_at ON live_sessions (starts_at);
CREATE INDEX live_sessions_recording_id ON live_sessions (recording_id);

-- Who joined, and when first.
CREATE TABLE live_attendance (
    live_id INTEGER NOT NULL CONSTRAINT live_attendance_live_id_fkey REFERENCES live_sessions (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL CONSTRAINT live_attendance_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    joined_at TIMESTAMP NOT NULL,
    PRIMARY KEY (live_id, user_id)
);
CREATE INDEX live_attendance_user_id ON live_attendance (user_id);

-- Mails about a session that are taken back where it changes again before they leave.
CREATE TABLE live_mails (
    mail_id INTEGER PRIMARY KEY CONSTRAINT live_mails_mail_id_fkey REFERENCES outbox (id) ON DELETE CASCADE,
    live_id INTEGER NOT NULL CONSTRAINT live_mails_live_id_fkey REFERENCES live_sessions (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL CONSTRAINT live_mails_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    -- The times that the member knows of before the mail.
    from_starts_at TIMESTAMP NOT NULL,
    from_ends_at TIMESTAMP NOT NULL
);
CREATE INDEX live_mails_live_id ON live_mails (live_id);
CREATE INDEX live_mails_user_id ON live_mails (user_id);

-- The address of a member's calendar: SHA-256 of its token.
ALTER TABLE users ADD COLUMN calendar_token BLOB;
CREATE UNIQUE INDEX users_calendar_token_key ON users (calendar_token);
