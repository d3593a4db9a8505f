-- When the buyer withdrew from the contract. The version before neither reads nor writes it: such an order is refunded to it, or
-- expired where its money was still under way.
ALTER TABLE orders ADD COLUMN withdrawn_at TIMESTAMP;

-- The links that confirm a withdrawal by a buyer without an account.
CREATE TABLE withdrawal_links (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- SHA-256 of the token in the link.
    token_hash BLOB NOT NULL CONSTRAINT withdrawal_links_token_hash_key UNIQUE,
    order_id INTEGER NOT NULL CONSTRAINT withdrawal_links_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- As the form gave it.
    name TEXT NOT NULL,
    requested_at TIMESTAMP NOT NULL
);
CREATE INDEX withdrawal_links_order_id ON withdrawal_links (order_id);
CREATE INDEX withdrawal_links_requested_at ON withdrawal_links (requested_at);

-- Refunds that a withdrawal owes; claimed by moving the due time on.
CREATE TABLE refund_queue (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL CONSTRAINT refund_queue_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE
        CONSTRAINT refund_queue_order_id_key UNIQUE,
    -- Null: the provider never named the payment, and staff give it back.
    payment_id TEXT,
    -- The same at every try.
    idempotency_key TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    -- Null: finished, or for staff.
    due_at TIMESTAMP,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    finished_at TIMESTAMP
);
CREATE INDEX refund_queue_due_at ON refund_queue (due_at);
CREATE INDEX refund_queue_finished_at_created_at ON refund_queue (finished_at, created_at);

-- Documents that were issued; they never change. Money is in cents.
CREATE TABLE credit_notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL CONSTRAINT credit_notes_order_id_fkey REFERENCES orders (id),
    year INTEGER NOT NULL,
    serial INTEGER NOT NULL,
    amount INTEGER NOT NULL CONSTRAINT credit_notes_amount_positive CHECK (amount > 0),
    facts TEXT NOT NULL,
    -- Null until it is mailed.
    pdf BLOB,
    issued_at TIMESTAMP NOT NULL,
    CONSTRAINT credit_notes_year_serial_key UNIQUE (year, serial)
);
CREATE INDEX credit_notes_order_id ON credit_notes (order_id);

-- The last number of each year; counted in the transaction that issues, so that no number is skipped.
CREATE TABLE credit_note_years (
    id INTEGER PRIMARY KEY,
    last_serial INTEGER NOT NULL
);
