-- The number of the rules' day in which a run stands, from 1; lists show it of open runs.
ALTER TABLE replay_runs ADD COLUMN day INTEGER NOT NULL DEFAULT 1;
