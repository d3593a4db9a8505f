DROP TABLE search_courses;
DROP TABLE search_passages;
