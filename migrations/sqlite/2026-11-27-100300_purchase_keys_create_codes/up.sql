CREATE TABLE purchase_codes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- SHA-256 of the key: what it is found by.
    code BLOB NOT NULL CONSTRAINT purchase_codes_code_key UNIQUE,
    -- The key, sealed under a secret that is not in the database: what staff see again.
    sealed_code BLOB NOT NULL,
    -- Its first group.
    hint TEXT NOT NULL,
    email TEXT,
    used BOOLEAN NOT NULL DEFAULT FALSE,
    course_id INTEGER NOT NULL CONSTRAINT purchase_codes_course_id_fkey REFERENCES courses (id),
    -- 3m, 90d, lifetime.
    term TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP,
    -- Null again when that user is deleted; the key stays used.
    used_by INTEGER CONSTRAINT purchase_codes_used_by_fkey REFERENCES users (id) ON DELETE SET NULL,
    revoked_at TIMESTAMP,
    -- What staff noted when they issued the key; members never see it.
    note TEXT,
    CONSTRAINT purchase_codes_used_has_time CHECK (used = (used_at IS NOT NULL)),
    CONSTRAINT purchase_codes_used_or_revoked CHECK (used_at IS NULL OR revoked_at IS NULL)
);
CREATE INDEX purchase_codes_course_id ON purchase_codes (course_id);
CREATE INDEX purchase_codes_used_by ON purchase_codes (used_by);
CREATE INDEX purchase_codes_email ON purchase_codes (email);
