-- One row: what tells the session key of the server that started last from any other. Nothing about the key follows from it.
CREATE TABLE session_key (
    id INTEGER PRIMARY KEY CONSTRAINT session_key_one_row CHECK (id = 1),
    fingerprint BYTEA NOT NULL
);
