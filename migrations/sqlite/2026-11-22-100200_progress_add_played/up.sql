-- Which parts were played: bit n, counted from the lowest of the first byte, is second 5n to 5n + 5.
ALTER TABLE video_progress ADD COLUMN played BLOB NOT NULL DEFAULT X'';
