DROP TABLE question_reports;
ALTER TABLE questions DROP COLUMN hidden_at;
ALTER TABLE courses DROP COLUMN priority;
