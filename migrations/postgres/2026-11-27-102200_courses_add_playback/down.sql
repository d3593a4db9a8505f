ALTER TABLE videos DROP COLUMN plays_in_browsers;
