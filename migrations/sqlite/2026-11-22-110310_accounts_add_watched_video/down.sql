ALTER TABLE sessions DROP COLUMN watching_video_id;
