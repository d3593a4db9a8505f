DROP TABLE video_progress;
