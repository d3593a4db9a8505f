ALTER TABLE replay_runs DROP COLUMN day;
