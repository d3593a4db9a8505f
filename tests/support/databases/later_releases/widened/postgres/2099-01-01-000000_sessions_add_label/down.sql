ALTER TABLE sessions DROP COLUMN label;
