-- The last backup of this database by `portal backup`: when, and where to.
ALTER TABLE program_version ADD COLUMN backup_at TIMESTAMP;
ALTER TABLE program_version ADD COLUMN backup_place TEXT;
