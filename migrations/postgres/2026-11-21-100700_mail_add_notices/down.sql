DROP TABLE known_browsers;
DROP TABLE access_notices;
DROP INDEX outbox_sent_at_due_at;
ALTER TABLE outbox DROP COLUMN tried_since;
