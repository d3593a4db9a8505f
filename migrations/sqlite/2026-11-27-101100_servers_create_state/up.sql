-- One row: what tells the session key of the server that started last from any other. Nothing about the key follows from it.
CREATE TABLE session_key (
    id INTEGER PRIMARY KEY CONSTRAINT session_key_one_row CHECK (id = 1),
    fingerprint BLOB NOT NULL
);

-- One row: the version of the program that last brought the schema up to date.
CREATE TABLE program_version (
    id INTEGER PRIMARY KEY CONSTRAINT program_version_one_row CHECK (id = 1),
    version TEXT NOT NULL,
    -- The last backup of this database by `portal backup`: when, and where to.
    backup_at TIMESTAMP,
    backup_place TEXT
);
