-- Whether every browser plays the file's codecs; null for a text, and for a video that was imported before this was asked.
ALTER TABLE videos ADD COLUMN plays_in_browsers BOOLEAN;
