DROP INDEX outbox_rank_due_at;
ALTER TABLE outbox DROP COLUMN rank;
