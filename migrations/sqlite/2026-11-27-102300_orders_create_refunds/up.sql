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

-- When the provider reported the most that was given back.
ALTER TABLE payment_reversals ADD COLUMN reported_at TIMESTAMP;

-- pending or failed; null: no refund is under way or owed.
ALTER TABLE orders ADD COLUMN refund TEXT;

-- Counts the tries of an order, each with its own key.
ALTER TABLE refund_queue ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
-- What had been given back when it was asked for, and what will have been when nothing is owed any more.
ALTER TABLE refund_queue ADD COLUMN base INTEGER NOT NULL DEFAULT 0;
ALTER TABLE refund_queue ADD COLUMN upto INTEGER NOT NULL DEFAULT 0;
-- What this try asks for; null: what is left of the payment.
ALTER TABLE refund_queue ADD COLUMN amount INTEGER;
ALTER TABLE refund_queue ADD COLUMN has_failed BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE refund_queue SET upto = (SELECT total FROM orders WHERE orders.id = refund_queue.order_id);
UPDATE orders SET refund = 'pending'
WHERE id IN (SELECT order_id FROM refund_queue WHERE finished_at IS NULL);
