DROP TABLE catalogue_state;
DROP TABLE user_course_access;
DROP TABLE videos;
DROP TABLE course_models;
DROP TABLE courses;
