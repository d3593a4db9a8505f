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
