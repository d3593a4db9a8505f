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
    sent_at TIMESTAMP,
    last_error TEXT,
    -- Since when a mail has been tried, if staff asked for it again; null: since it was written.
    tried_since TIMESTAMP
);
CREATE INDEX outbox_due_at ON outbox (due_at);
CREATE INDEX outbox_address_key_kind_created_at ON outbox (address_key, kind, created_at);
-- Waiting and given up mails are those without sent_at.
CREATE INDEX outbox_sent_at_due_at ON outbox (sent_at, due_at);
