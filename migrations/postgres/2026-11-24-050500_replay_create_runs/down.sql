DROP TABLE replay_runs;
