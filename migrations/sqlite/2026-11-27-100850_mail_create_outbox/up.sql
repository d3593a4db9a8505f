-- Mails, written in the transaction of what causes them. A row without an address is a decoy: it makes a request without a
-- recipient take as long as one that does, and is removed by the delivery.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    -- The address in the form in which two spellings are equal; only to count.
    address_key TEXT,
    -- The whole mail, sealed: it may carry a token or a key. Null once delivered.
    sealed_mail BLOB,
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at TIMESTAMP NOT NULL,
    -- When to try next; null once delivered or given up.
    due_at TIMESTAMP,
    -- Until when a delivery holds it.
    claimed_until TIMESTAMP,
    sent_at TIMESTAMP,
    last_error TEXT,
    -- Since when a mail has been tried, if staff asked for it again; null: since it was written.
    tried_since TIMESTAMP
);
CREATE INDEX outbox_due_at ON outbox (due_at);
CREATE INDEX outbox_address_key_kind_created_at ON outbox (address_key, kind, created_at);
-- Waiting and given up mails are those without sent_at.
CREATE INDEX outbox_sent_at_due_at ON outbox (sent_at, due_at);

-- The tokens in mailed links: at most one of each user and purpose. A row is deleted when its token was used, and once it has expired.
CREATE TABLE mailed_tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    purpose TEXT NOT NULL CONSTRAINT mailed_tokens_purpose_known CHECK (purpose IN ('reset_password', 'verify_address', 'withdraw')),
    -- SHA-256 of the token; the token itself is only in the mail.
    token BLOB NOT NULL CONSTRAINT mailed_tokens_token_key UNIQUE,
    user_id INTEGER CONSTRAINT mailed_tokens_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    order_id INTEGER CONSTRAINT mailed_tokens_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- The form of the address that it was mailed to; null where staff handed it over, which proves no mailbox.
    email_key TEXT,
    -- As the form of a withdrawal gave it.
    name TEXT,
    requested_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    CONSTRAINT mailed_tokens_of_user_or_order CHECK ((user_id IS NULL) <> (order_id IS NULL)),
    CONSTRAINT mailed_tokens_user_id_purpose_key UNIQUE (user_id, purpose)
);
CREATE INDEX mailed_tokens_order_id ON mailed_tokens (order_id);
CREATE INDEX mailed_tokens_expires_at ON mailed_tokens (expires_at);
