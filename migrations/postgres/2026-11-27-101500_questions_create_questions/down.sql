DROP INDEX search_passages_question_id;
ALTER TABLE search_passages DROP COLUMN question_id;
DROP TABLE questions;
