DROP TABLE replay_questions;
