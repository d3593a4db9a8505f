DROP INDEX users_calendar_token_key;
ALTER TABLE users DROP COLUMN calendar_token;
DROP TABLE live_mails;
DROP TABLE live_attendance;
DROP TABLE live_sessions;
