ALTER TABLE refund_queue DROP COLUMN has_failed;
ALTER TABLE refund_queue DROP COLUMN amount;
ALTER TABLE refund_queue DROP COLUMN upto;
ALTER TABLE refund_queue DROP COLUMN base;
ALTER TABLE refund_queue DROP COLUMN tries;
ALTER TABLE orders DROP COLUMN refund;
ALTER TABLE payment_reversals DROP COLUMN reported_at;
DROP TABLE payment_refunds;
