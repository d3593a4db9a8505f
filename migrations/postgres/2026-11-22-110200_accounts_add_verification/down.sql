DROP TABLE verify_tokens;
ALTER TABLE users DROP COLUMN mailed_reset_token;
ALTER TABLE users DROP COLUMN pending_email;
ALTER TABLE users DROP COLUMN verified_email_key;
