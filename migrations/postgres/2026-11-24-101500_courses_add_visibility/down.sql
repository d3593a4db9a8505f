ALTER TABLE courses DROP COLUMN removed_at;
ALTER TABLE courses DROP COLUMN draft;
ALTER TABLE courses DROP COLUMN hidden;
