DROP TABLE exercise_states;
DROP TABLE exercise_answers;
DROP TABLE lesson_exercises;
DROP TABLE exercise_charts;
