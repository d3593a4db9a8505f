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
