DROP TABLE replay_questions;
DROP TABLE replay_runs;
DROP TABLE lesson_replay_charts;
DROP TABLE lesson_replays;
DROP TABLE replay_chart_parts;
DROP TABLE replay_charts;
DROP TABLE replay_definitions;
