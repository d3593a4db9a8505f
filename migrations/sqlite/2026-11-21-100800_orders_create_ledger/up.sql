-- Each term that was ever given for a course, and by what; what a user holds now is user_course_access.
CREATE TABLE access_grants (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT access_grants_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT access_grants_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    -- 3m, 90d, lifetime; null for an access from before this table, which stood until "until".
    term TEXT,
    until TIMESTAMP,
    granted_at TIMESTAMP NOT NULL,
    source TEXT NOT NULL CONSTRAINT access_grants_source_known CHECK (source IN ('key', 'order', 'staff', 'before')),
    -- The number of the key or the order.
    source_id INTEGER,
    -- When it was taken back.
    ended_at TIMESTAMP
);
CREATE INDEX access_grants_user_id_course_id ON access_grants (user_id, course_id);
CREATE INDEX access_grants_course_id ON access_grants (course_id);
CREATE INDEX access_grants_source_source_id ON access_grants (source, source_id);
INSERT INTO access_grants (user_id, course_id, until, granted_at, source)
SELECT user_id, course_id, expires_at, purchased_at, 'before' FROM user_course_access;
