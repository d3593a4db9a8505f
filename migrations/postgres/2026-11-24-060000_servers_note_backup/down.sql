ALTER TABLE program_version DROP COLUMN backup_place;
ALTER TABLE program_version DROP COLUMN backup_at;
