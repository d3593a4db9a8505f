DROP TABLE search_courses;
DROP TRIGGER search_passages_updated;
DROP TRIGGER search_passages_deleted;
DROP TRIGGER search_passages_inserted;
DROP TABLE search_passages_words;
DROP TABLE search_passages;
