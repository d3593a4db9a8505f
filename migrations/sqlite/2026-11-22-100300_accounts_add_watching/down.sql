ALTER TABLE sessions DROP COLUMN watching_at;
