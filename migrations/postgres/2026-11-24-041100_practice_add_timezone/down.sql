ALTER TABLE lesson_exercises DROP COLUMN timezone;
