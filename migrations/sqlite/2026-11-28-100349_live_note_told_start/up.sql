-- The start that the mail tells; the row of an older mail has none.
ALTER TABLE live_mails ADD COLUMN told_starts_at TIMESTAMP;
