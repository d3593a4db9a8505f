DROP TABLE lesson_pictures;
DROP TABLE lesson_attachments;
DROP TABLE lesson_chapters;
DROP TABLE lesson_paragraphs;
DROP TABLE lesson_cues;
DROP TABLE lesson_captions;
-- The version before knows no texts; their progress goes with them.
DELETE FROM videos WHERE kind = 'text';
ALTER TABLE videos DROP COLUMN chapters_file;
ALTER TABLE videos DROP COLUMN text_file;
ALTER TABLE videos DROP COLUMN text;
ALTER TABLE videos DROP COLUMN preview;
ALTER TABLE videos DROP COLUMN kind;
