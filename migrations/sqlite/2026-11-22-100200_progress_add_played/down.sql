ALTER TABLE video_progress DROP COLUMN played;
