-- The names of staff, who sign in to their pages by a passkey alone.
CREATE TABLE staff (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    -- The form in which two spellings are equal.
    name_key TEXT NOT NULL CONSTRAINT staff_name_key_key UNIQUE,
    role TEXT NOT NULL CONSTRAINT staff_role_known CHECK (role IN ('owner', 'support')),
    added_at TIMESTAMP NOT NULL,
    -- When the passkey was made.
    joined_at TIMESTAMP,
    last_seen_at TIMESTAMP,
    -- SHA-256 of the token in the link that makes the passkey; null once it was used.
    join_token BLOB CONSTRAINT staff_join_token_key UNIQUE,
    join_token_expires_at TIMESTAMP,
    CONSTRAINT staff_join_token_has_expiry CHECK ((join_token IS NULL) = (join_token_expires_at IS NULL))
);

CREATE TABLE staff_passkeys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    staff_id INTEGER NOT NULL CONSTRAINT staff_passkeys_staff_id_fkey REFERENCES staff (id) ON DELETE CASCADE,
    -- What the authenticator calls the credential.
    credential_id BLOB NOT NULL CONSTRAINT staff_passkeys_credential_id_key UNIQUE,
    -- The public key, and what else checking a signature needs: JSON of the library that does so. No secret.
    credential TEXT NOT NULL,
    -- The signature counter that was last reported: 0 where the authenticator has none.
    counter BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    last_used_at TIMESTAMP
);
CREATE INDEX staff_passkeys_staff_id ON staff_passkeys (staff_id);

CREATE TABLE staff_sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- SHA-256 of what the cookie holds.
    token_hash BLOB NOT NULL CONSTRAINT staff_sessions_token_hash_key UNIQUE,
    staff_id INTEGER NOT NULL CONSTRAINT staff_sessions_staff_id_fkey REFERENCES staff (id) ON DELETE CASCADE,
    created_at TIMESTAMP NOT NULL,
    last_seen_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    -- When the passkey was last shown.
    fresh_at TIMESTAMP NOT NULL
);
CREATE INDEX staff_sessions_staff_id ON staff_sessions (staff_id);

-- Notes of staff about members.
CREATE TABLE staff_notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT staff_notes_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    -- The name of staff, who may be gone.
    written_by TEXT NOT NULL,
    written_at TIMESTAMP NOT NULL
);
CREATE INDEX staff_notes_user_id ON staff_notes (user_id);
