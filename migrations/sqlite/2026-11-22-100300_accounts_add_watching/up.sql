-- When the session's device last asked for media or reported a position; null where it never did.
ALTER TABLE sessions ADD COLUMN watching_at TIMESTAMP;
