CREATE TABLE sessions_new (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB NOT NULL CONSTRAINT sessions_token_hash_key UNIQUE,
    user_id INTEGER NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    device TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    last_seen_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    watching_at TIMESTAMP,
    watching_video_id INTEGER,
    label TEXT
);
INSERT INTO sessions_new (id, token_hash, user_id, device, created_at, last_seen_at, expires_at, watching_at, watching_video_id, label)
    SELECT id, token_hash, user_id, device, created_at, last_seen_at, expires_at, watching_at, watching_video_id, label FROM sessions;
-- A number is never given twice, not even that of a session that has ended.
DELETE FROM sqlite_sequence WHERE name = 'sessions_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'sessions_new', seq FROM sqlite_sequence WHERE name = 'sessions';
DROP TABLE sessions;
ALTER TABLE sessions_new RENAME TO sessions;
CREATE INDEX sessions_user_id_last_seen_at ON sessions (user_id, last_seen_at);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
CREATE INDEX sessions_last_seen_at ON sessions (last_seen_at);
