-- Refused while there is a credit note or an owed refund: it would be lost.
CREATE TABLE nothing_is_lost (id INTEGER CONSTRAINT nothing_is_lost CHECK (id IS NULL));
INSERT INTO nothing_is_lost SELECT id FROM credit_notes;
INSERT INTO nothing_is_lost SELECT id FROM refund_queue WHERE finished_at IS NULL;
DROP TABLE nothing_is_lost;
DROP TABLE credit_note_years;
DROP TABLE credit_notes;
DROP TABLE refund_queue;
DROP TABLE withdrawal_links;
ALTER TABLE orders DROP COLUMN withdrawn_at;
