-- The time zone of IANA in which the chart's times are shown; NULL: the member's.
ALTER TABLE lesson_exercises ADD COLUMN timezone TEXT;
