DROP TABLE known_browsers;
DROP INDEX user_course_access_expires_at;
DROP TABLE access_notices;
DROP INDEX outbox_sent_at_due_at;
ALTER TABLE outbox DROP COLUMN tried_since;
