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

-- Users for whom an invite is being made, so that two requests make one invite.
CREATE TABLE discord_invite_claims (
    user_id INTEGER NOT NULL CONSTRAINT discord_invite_claims_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT discord_invite_claims_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    claimed_until TIMESTAMP NOT NULL,
    PRIMARY KEY (user_id, course_id)
);
CREATE INDEX discord_invite_claims_course_id ON discord_invite_claims (course_id);

-- What is remembered of a Discord account.
CREATE TABLE discord_members (
    discord_user_id TEXT NOT NULL PRIMARY KEY,
    -- A JSON list: roles of courses that it has, or may have.
    roles TEXT NOT NULL,
    -- Whether it has exactly these.
    certain BOOLEAN NOT NULL,
    -- Since when it is known not to be in the guild.
    left_at TIMESTAMP,
    -- When a request was sent that got no answer and may still take effect.
    late_at TIMESTAMP
);

-- One row: until when ended accesses were looked for.
CREATE TABLE discord_sweep (
    id INTEGER PRIMARY KEY CONSTRAINT discord_sweep_one_row CHECK (id = 1),
    swept_until TIMESTAMP NOT NULL
);
INSERT INTO discord_sweep (id, swept_until) VALUES (1, '1970-01-01 00:00:00');
