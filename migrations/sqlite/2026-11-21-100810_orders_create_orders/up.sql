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

-- Money is in cents.
CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- 128 random bits: whoever knows it may see the order.
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
    flag TEXT,
    created_at TIMESTAMP NOT NULL,
    paid_at TIMESTAMP,
    ended_at TIMESTAMP
);
CREATE INDEX orders_user_id_created_at ON orders (user_id, created_at);
CREATE INDEX orders_email_key ON orders (email_key);
CREATE INDEX orders_coupon_id ON orders (coupon_id);
CREATE INDEX orders_payment_id ON orders (payment_id);
CREATE INDEX orders_status_created_at ON orders (status, created_at);
CREATE INDEX orders_created_at ON orders (created_at);

CREATE TABLE order_courses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL CONSTRAINT order_courses_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT order_courses_course_id_fkey REFERENCES courses (id),
    -- The key that a visitor got for it.
    purchase_code_id INTEGER CONSTRAINT order_courses_purchase_code_id_fkey REFERENCES purchase_codes (id)
        CONSTRAINT order_courses_purchase_code_id_key UNIQUE,
    CONSTRAINT order_courses_order_id_course_id_key UNIQUE (order_id, course_id)
);
CREATE INDEX order_courses_course_id ON order_courses (course_id);

-- Documents that were issued; they never change.
CREATE TABLE receipts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL CONSTRAINT receipts_order_id_fkey REFERENCES orders (id)
        CONSTRAINT receipts_order_id_key UNIQUE,
    year INTEGER NOT NULL,
    serial INTEGER NOT NULL,
    pdf BLOB NOT NULL,
    issued_at TIMESTAMP NOT NULL,
    CONSTRAINT receipts_year_serial_key UNIQUE (year, serial)
);

-- The last number of each year; counted in the transaction that issues, so that no number is skipped.
CREATE TABLE receipt_years (
    id INTEGER PRIMARY KEY,
    last_serial INTEGER NOT NULL
);

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
    disputed BOOLEAN NOT NULL DEFAULT FALSE
);
