DROP TABLE watched_days;
DROP TABLE course_reminders;
DROP TABLE video_progress;
