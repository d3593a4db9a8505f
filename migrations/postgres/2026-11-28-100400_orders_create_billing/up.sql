-- Where the buyer of an order is, as the checkout asked for it, and how many of the plan were bought. An order without any of it has no row.
CREATE TABLE order_billing (
    order_id INTEGER PRIMARY KEY CONSTRAINT order_billing_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- Of ISO 3166-1.
    country TEXT,
    -- Address, city and zip code are all there or none is.
    billing_address TEXT,
    city TEXT,
    zip_code TEXT,
    company TEXT,
    -- The country of the billing address that the payment provider collected, as it said it.
    payment_country TEXT,
    -- Each course has as many rows in order_courses.
    quantity INTEGER NOT NULL DEFAULT 1 CONSTRAINT order_billing_quantity_sensible CHECK (quantity BETWEEN 1 AND 20)
);
-- Totals read the documents of a time.
CREATE INDEX documents_issued_at ON documents (issued_at);
