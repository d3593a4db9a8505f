ALTER TABLE courses DROP COLUMN language;
