CREATE TABLE video_progress (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT video_progress_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT video_progress_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- Where to resume, in seconds.
    watched_seconds INTEGER NOT NULL DEFAULT 0
        CONSTRAINT video_progress_watched_seconds_not_negative CHECK (watched_seconds >= 0),
    completed BOOLEAN NOT NULL DEFAULT FALSE,
    last_watched TIMESTAMP NOT NULL,
    -- Which parts were played: bit n, counted from the lowest of the first byte, is second 5n to 5n + 5.
    played BLOB NOT NULL DEFAULT X'',
    CONSTRAINT video_progress_user_id_video_id_key UNIQUE (user_id, video_id)
);
CREATE INDEX video_progress_user_id_last_watched ON video_progress (user_id, last_watched);
CREATE INDEX video_progress_video_id ON video_progress (video_id);

-- The reminders that were sent: one for each pause, however many servers look.
CREATE TABLE course_reminders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT course_reminders_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT course_reminders_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    -- The last watching, or the start of the access: a later pause is another one.
    quiet_since TIMESTAMP NOT NULL,
    created_at TIMESTAMP NOT NULL,
    CONSTRAINT course_reminders_user_id_course_id_quiet_since_key UNIQUE (user_id, course_id, quiet_since)
);
CREATE INDEX course_reminders_user_id_created_at ON course_reminders (user_id, created_at);
CREATE INDEX course_reminders_course_id ON course_reminders (course_id);
