-- What the buyers' banks ask about payments, also before the order of a payment is known.
CREATE TABLE payment_inquiries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The provider's name of it.
    inquiry_id TEXT NOT NULL CONSTRAINT payment_inquiries_inquiry_id_key UNIQUE,
    payment_id TEXT NOT NULL,
    closed BOOLEAN NOT NULL
);
-- Few are open.
CREATE INDEX payment_inquiries_open ON payment_inquiries (payment_id) WHERE NOT closed;
