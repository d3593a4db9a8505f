-- Mails, written with their jobs in the transaction of what causes them. A row without an address is a decoy: it makes a request without
-- a recipient take as long as one that does. No worker takes its job, and cleanup deletes both.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    -- The address in the form in which two spellings are equal; only to count.
    address_key TEXT,
    -- The whole mail, sealed: it may carry a token or a key. Null once delivered.
    sealed_mail BLOB,
    created_at TIMESTAMP NOT NULL,
    -- Since when it has been tried: since it was written, or since staff asked for it again.
    tried_since TIMESTAMP NOT NULL,
    sent_at TIMESTAMP,
    -- How often it was tried until it was sent.
    attempts INTEGER
);
CREATE INDEX outbox_address_key_kind_created_at ON outbox (address_key, kind, created_at);
-- Waiting and given up mails are those without sent_at.
CREATE INDEX outbox_sent_at_id ON outbox (sent_at, id);

-- The tokens in mailed links: at most one of each user and purpose. A row is deleted when its token was used, and once it has expired.
CREATE TABLE mailed_tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    purpose TEXT NOT NULL,
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
