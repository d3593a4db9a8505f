CREATE TABLE discord_invites (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    invite_code TEXT NOT NULL CONSTRAINT discord_invites_invite_code_key UNIQUE,
    user_id INTEGER NOT NULL CONSTRAINT discord_invites_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT discord_invites_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    used BOOLEAN NOT NULL DEFAULT FALSE,
    used_at TIMESTAMP,
    CONSTRAINT discord_invites_used_has_time CHECK (used = (used_at IS NOT NULL))
);
CREATE INDEX discord_invites_user_id_course_id ON discord_invites (user_id, course_id);
CREATE INDEX discord_invites_course_id ON discord_invites (course_id);
