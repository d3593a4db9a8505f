-- Work on Discord accounts: "put this member right", written in the transaction of what made it wrong. Keyed by the account and
-- not by the user, because roles are taken off after a user is gone too.
CREATE TABLE discord_queue (
    discord_user_id TEXT NOT NULL PRIMARY KEY,
    -- Grows each time that the work is queued, so that a worker notices what was queued while it worked.
    generation BIGINT NOT NULL,
    due_at TIMESTAMP NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Until when a worker holds it.
    claimed_until TIMESTAMP,
    last_error TEXT
);
CREATE INDEX discord_queue_due_at ON discord_queue (due_at);

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
CREATE INDEX user_course_access_expires_at ON user_course_access (expires_at);

-- Who is making an invite right now, so that nobody makes two.
CREATE TABLE discord_invite_claims (
    user_id INTEGER NOT NULL CONSTRAINT discord_invite_claims_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT discord_invite_claims_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    claimed_until TIMESTAMP NOT NULL,
    PRIMARY KEY (user_id, course_id)
);
CREATE INDEX discord_invite_claims_course_id ON discord_invite_claims (course_id);
