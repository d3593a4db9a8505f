DROP TABLE course_reminders;
DROP TABLE video_progress;
