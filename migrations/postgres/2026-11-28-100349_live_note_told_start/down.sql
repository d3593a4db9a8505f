ALTER TABLE live_mails DROP COLUMN told_starts_at;
