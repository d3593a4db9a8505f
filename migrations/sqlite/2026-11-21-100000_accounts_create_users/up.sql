-- Times are UTC and always written by the program. A *_key column is the form in which two spellings are equal.
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    username TEXT NOT NULL,
    username_key TEXT NOT NULL CONSTRAINT users_username_key UNIQUE,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL CONSTRAINT users_email_key UNIQUE,
    password TEXT NOT NULL,
    is_subscribed BOOLEAN NOT NULL DEFAULT FALSE,
    subscription_ends TIMESTAMP,
    -- SHA-256 of the token; the token itself is only in the mail.
    reset_token BLOB CONSTRAINT users_reset_token_key UNIQUE,
    reset_token_expiry TIMESTAMP,
    discord_user_id TEXT CONSTRAINT users_discord_user_id_key UNIQUE,
    -- A JSON list of texts.
    discord_roles TEXT NOT NULL DEFAULT '[]',
    created_at TIMESTAMP NOT NULL,
    CONSTRAINT users_reset_token_has_expiry CHECK ((reset_token IS NULL) = (reset_token_expiry IS NULL))
);

CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- SHA-256 of what the cookie holds.
    token_hash BLOB NOT NULL CONSTRAINT sessions_token_hash_key UNIQUE,
    user_id INTEGER NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    device TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    last_seen_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL
);
CREATE INDEX sessions_user_id_last_seen_at ON sessions (user_id, last_seen_at);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
CREATE INDEX sessions_last_seen_at ON sessions (last_seen_at);
