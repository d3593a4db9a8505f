-- Which mails leave first: the smallest rank. Null in a row of an older program; the delivery fills it in by the kind.
ALTER TABLE outbox ADD COLUMN rank INTEGER;
CREATE INDEX outbox_rank_due_at ON outbox (rank, due_at);
