-- Which video the session's device last reported a position in; null where it did not. A number that no video has any more says nothing.
ALTER TABLE sessions ADD COLUMN watching_video_id INTEGER;
