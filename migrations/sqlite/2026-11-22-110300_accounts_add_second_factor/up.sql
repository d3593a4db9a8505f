-- Since when signing in wants a code; null where the second factor is off.
ALTER TABLE users ADD COLUMN second_factor_since TIMESTAMP;

-- The secret that a user's app shares, from the moment it is offered.
CREATE TABLE second_factors (
    user_id INTEGER NOT NULL PRIMARY KEY CONSTRAINT second_factors_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- Sealed: of no use without the session key.
    sealed_secret BLOB NOT NULL,
    offered_at TIMESTAMP NOT NULL,
    -- When wrong codes count no more; null where there were none.
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
