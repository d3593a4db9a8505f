CREATE TABLE coupons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- In capitals.
    code TEXT NOT NULL CONSTRAINT coupons_code_key UNIQUE,
    percent INTEGER,
    -- Cents.
    amount INTEGER,
    -- Null: every plan.
    plan TEXT,
    max_uses INTEGER,
    -- Orders that wait for their payment or are paid.
    used INTEGER NOT NULL DEFAULT 0,
    expires_at TIMESTAMP,
    disabled_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    CONSTRAINT coupons_percent_or_amount CHECK ((percent IS NULL) <> (amount IS NULL)),
    CONSTRAINT coupons_percent_sensible CHECK (percent BETWEEN 1 AND 100),
    CONSTRAINT coupons_amount_positive CHECK (amount > 0)
);
-- A coupon is found without its dashes, by the form in which two spellings of one code are equal.
CREATE INDEX coupons_code_without_dashes ON coupons (replace(code, '-', ''));

-- Money is in cents.
CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- 128 random bits: who knows it may see the order.
    reference TEXT NOT NULL CONSTRAINT orders_reference_key UNIQUE,
    provider TEXT NOT NULL CONSTRAINT orders_provider_known CHECK (provider IN ('none', 'sandbox', 'stripe')),
    status TEXT NOT NULL CONSTRAINT orders_status_known CHECK (status IN
        ('open', 'awaiting_money', 'paid', 'failed', 'expired', 'refunded', 'disputed', 'flagged')),
    -- Null: a course was bought by itself.
    plan TEXT,
    title TEXT NOT NULL,
    -- Null for a visitor, and once the member was deleted.
    user_id INTEGER CONSTRAINT orders_user_id_fkey REFERENCES users (id) ON DELETE SET NULL,
    buyer_name TEXT NOT NULL,
    email TEXT NOT NULL,
    -- The address in the form in which two spellings are equal.
    email_key TEXT NOT NULL,
    vat_number TEXT,
    price INTEGER NOT NULL,
    discount INTEGER NOT NULL,
    tax INTEGER NOT NULL,
    total INTEGER NOT NULL CONSTRAINT orders_total_not_negative CHECK (total >= 0),
    tax_basis_points INTEGER NOT NULL,
    tax_included BOOLEAN NOT NULL,
    reverse_charge BOOLEAN NOT NULL,
    currency TEXT NOT NULL,
    -- What is given of each course: 3m, 90d, lifetime.
    term TEXT NOT NULL,
    coupon_id INTEGER CONSTRAINT orders_coupon_id_fkey REFERENCES coupons (id),
    -- The provider's names of the payment page and of the payment.
    session_id TEXT CONSTRAINT orders_session_id_key UNIQUE,
    page_url TEXT,
    payment_id TEXT,
    given_back INTEGER NOT NULL DEFAULT 0,
    -- pending or failed; null: no refund is under way or owed.
    refund TEXT,
    -- Up to which sum staff gave money back without ending the access.
    kept_open_upto INTEGER NOT NULL DEFAULT 0,
    flag TEXT,
    created_at TIMESTAMP NOT NULL,
    paid_at TIMESTAMP,
    ended_at TIMESTAMP,
    -- When the buyer withdrew from the contract.
    withdrawn_at TIMESTAMP
);
CREATE INDEX orders_paid_at ON orders (paid_at);
CREATE INDEX orders_user_id_created_at ON orders (user_id, created_at);
CREATE INDEX orders_email_key ON orders (email_key);
CREATE INDEX orders_coupon_id ON orders (coupon_id);
CREATE INDEX orders_payment_id ON orders (payment_id);
CREATE INDEX orders_status_created_at ON orders (status, created_at);
CREATE INDEX orders_created_at ON orders (created_at);
-- Few orders are flagged, and monitoring counts them every few seconds.
CREATE INDEX orders_flagged ON orders (status) WHERE flag IS NOT NULL;

CREATE TABLE order_courses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL CONSTRAINT order_courses_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT order_courses_course_id_fkey REFERENCES courses (id),
    -- The key that a visitor got for it.
    purchase_code_id INTEGER CONSTRAINT order_courses_purchase_code_id_fkey REFERENCES purchase_codes (id)
        CONSTRAINT order_courses_purchase_code_id_key UNIQUE
);
-- An order may have several keys of one course.
CREATE INDEX order_courses_order_id_course_id ON order_courses (order_id, course_id);
CREATE INDEX order_courses_course_id ON order_courses (course_id);

-- The account that became the buyer of a visitor's order, because it proved the order's address.
CREATE TABLE order_buyers (
    order_id INTEGER PRIMARY KEY CONSTRAINT order_buyers_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL CONSTRAINT order_buyers_user_id_fkey REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX order_buyers_user_id ON order_buyers (user_id);

-- Receipts, and the credit notes that correct them. The transaction that issues a document stores its facts, as JSON; its sheet is
-- printed from them outside of the transaction and stored when it is mailed. Issued documents never change.
CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    year INTEGER NOT NULL,
    serial INTEGER NOT NULL,
    order_id INTEGER NOT NULL CONSTRAINT documents_order_id_fkey REFERENCES orders (id),
    -- What was paid, or is given back.
    amount INTEGER NOT NULL CONSTRAINT documents_amount_of_kind CHECK (amount > 0 OR (amount = 0 AND kind = 'receipt')),
    facts TEXT NOT NULL,
    -- Null until it is mailed.
    pdf BLOB,
    issued_at TIMESTAMP NOT NULL,
    CONSTRAINT documents_kind_year_serial_key UNIQUE (kind, year, serial)
);
CREATE INDEX documents_order_id_kind ON documents (order_id, kind);
CREATE UNIQUE INDEX documents_receipt_key ON documents (order_id) WHERE kind = 'receipt';

-- The last number of each series; counted in the transaction that issues, so that no number is skipped.
CREATE TABLE document_series (
    kind TEXT NOT NULL,
    year INTEGER NOT NULL,
    last_serial INTEGER NOT NULL,
    PRIMARY KEY (kind, year)
);

-- The sums that are owed to buyers, one row an order.
CREATE TABLE owed_refunds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL CONSTRAINT owed_refunds_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE
        CONSTRAINT owed_refunds_order_id_key UNIQUE,
    -- Null: the provider never named the payment, and staff give it back.
    payment_id TEXT,
    -- Of the try that was made last, or is made next.
    idempotency_key TEXT NOT NULL,
    -- Counts the tries of an order, each with its own key.
    tries INTEGER NOT NULL,
    -- What had been given back when it was asked for, and what will have been when nothing is owed any more.
    base INTEGER NOT NULL,
    upto INTEGER NOT NULL,
    -- What this try asks for; null: what is left of the payment.
    amount INTEGER,
    has_failed BOOLEAN NOT NULL,
    -- Whether it waits for staff; else the server asks the provider.
    for_staff BOOLEAN NOT NULL,
    -- How often the provider was asked since it is owed.
    attempts INTEGER NOT NULL,
    problem TEXT,
    created_at TIMESTAMP NOT NULL,
    finished_at TIMESTAMP
);
CREATE INDEX owed_refunds_finished_at_created_at ON owed_refunds (finished_at, created_at);

-- The provider's events that were acted upon; each counts once.
CREATE TABLE payment_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL CONSTRAINT payment_events_event_id_key UNIQUE,
    received_at TIMESTAMP NOT NULL
);

-- What went back of a payment, also before its order is known.
CREATE TABLE payment_reversals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    payment_id TEXT NOT NULL CONSTRAINT payment_reversals_payment_id_key UNIQUE,
    given_back INTEGER NOT NULL DEFAULT 0,
    whole BOOLEAN NOT NULL DEFAULT FALSE,
    disputed BOOLEAN NOT NULL DEFAULT FALSE,
    -- When the provider reported the most that was given back.
    reported_at TIMESTAMP
);

-- The refunds of payments that the provider names, also before the order of a payment is known.
CREATE TABLE payment_refunds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The provider's name of it.
    refund_id TEXT NOT NULL CONSTRAINT payment_refunds_refund_id_key UNIQUE,
    payment_id TEXT NOT NULL,
    amount INTEGER NOT NULL,
    -- pending, succeeded or failed
    state TEXT NOT NULL,
    failed_at TIMESTAMP
);
CREATE INDEX payment_refunds_payment_id ON payment_refunds (payment_id);

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
