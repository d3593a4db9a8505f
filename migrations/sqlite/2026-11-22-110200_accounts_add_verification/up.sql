-- The form of the address whose mailbox was proved; the account is verified while it is that of its address. So a change of the
-- address by the version before, which does not know this column, makes the account unverified. Accounts from before are unverified:
-- nothing proved their addresses.
ALTER TABLE users ADD COLUMN verified_email_key TEXT;
-- A new address that waits for its link to be opened.
ALTER TABLE users ADD COLUMN pending_email TEXT;
-- The reset token, where it was mailed: one that staff handed over proves no mailbox. Another token than `reset_token` counts for nothing.
ALTER TABLE users ADD COLUMN mailed_reset_token BLOB;

-- The link that proves an address, at most one of each account.
CREATE TABLE verify_tokens (
    user_id INTEGER PRIMARY KEY CONSTRAINT verify_tokens_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the token; the token itself is only in the mail.
    token BLOB NOT NULL CONSTRAINT verify_tokens_token_key UNIQUE,
    -- The form of the address that it was mailed to.
    email_key TEXT NOT NULL,
    expires_at TIMESTAMP NOT NULL
);
