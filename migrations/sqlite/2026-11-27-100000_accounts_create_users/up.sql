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
    discord_user_id TEXT CONSTRAINT users_discord_user_id_key UNIQUE,
    -- The name that the linked account had at Discord when it was linked, by which staff find the member.
    discord_username TEXT,
    -- A JSON list of texts.
    discord_roles TEXT NOT NULL DEFAULT '[]',
    -- Whether the member is mailed after a while without watching an unfinished course.
    reminders BOOLEAN NOT NULL DEFAULT TRUE,
    created_at TIMESTAMP NOT NULL,
    -- The form of the address whose mailbox was proved; the account is verified while it is that of its address.
    verified_email_key TEXT,
    -- A new address that waits for its link to be opened.
    pending_email TEXT,
    -- Since when signing in requires a code; null while the second factor is off.
    second_factor_since TIMESTAMP
);

CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- SHA-256 of what the cookie holds.
    token_hash BLOB NOT NULL CONSTRAINT sessions_token_hash_key UNIQUE,
    user_id INTEGER NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    device TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    last_seen_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    -- The claim of the session's device to watch: when it asked for media or reported a position. Null before the first time.
    watching_at TIMESTAMP,
    -- Which video the claim is of. The video may be gone.
    watching_video_id INTEGER
);
CREATE INDEX sessions_user_id_last_seen_at ON sessions (user_id, last_seen_at);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
CREATE INDEX sessions_last_seen_at ON sessions (last_seen_at);

-- The kinds of browser that a user signed in with, "Firefox on Windows": the user is mailed about a new one.
CREATE TABLE known_browsers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT known_browsers_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    first_seen_at TIMESTAMP NOT NULL,
    CONSTRAINT known_browsers_user_id_name_key UNIQUE (user_id, name)
);

-- The secret that a user's app shares, from the moment it is offered.
CREATE TABLE second_factors (
    user_id INTEGER NOT NULL PRIMARY KEY CONSTRAINT second_factors_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- Sealed: of no use without the session key.
    sealed_secret BLOB NOT NULL,
    offered_at TIMESTAMP NOT NULL,
    -- When wrong codes no longer count; null without wrong codes.
    codes_full_at TIMESTAMP
);

-- The steps of 30 seconds whose codes were used: each counts once.
CREATE TABLE second_factor_steps (
    user_id INTEGER NOT NULL CONSTRAINT second_factor_steps_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    step BIGINT NOT NULL,
    PRIMARY KEY (user_id, step)
);

CREATE TABLE recovery_codes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT recovery_codes_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the code; the code itself was shown once.
    code BLOB NOT NULL,
    used_at TIMESTAMP,
    CONSTRAINT recovery_codes_user_id_code_key UNIQUE (user_id, code)
);

-- The passkeys (WebAuthn credentials) that sign a user in without the password.
CREATE TABLE passkeys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT passkeys_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- What the authenticator calls the credential.
    credential_id BLOB NOT NULL,
    -- The public key, and what else checking a signature needs: JSON of the library that does so. No secret.
    credential TEXT NOT NULL,
    -- The signature counter that was last reported: 0 where the authenticator has none.
    counter BIGINT NOT NULL,
    -- Made by the server from browser and system.
    name TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    last_used_at TIMESTAMP,
    CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_user_id ON passkeys (user_id);

-- The challenges that were answered: each counts once, on every server. Rows are deleted once their challenge has expired.
CREATE TABLE used_passkey_challenges (
    -- SHA-256 of what the browser keeps of the challenge.
    challenge BLOB NOT NULL PRIMARY KEY,
    expires_at TIMESTAMP NOT NULL
);
CREATE INDEX used_passkey_challenges_expires_at ON used_passkey_challenges (expires_at);
