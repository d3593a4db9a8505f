-- Members' runs of replays: their acts, from which each run is computed, and what it came to.
CREATE TABLE replay_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT replay_runs_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT replay_runs_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- As the run began with them.
    definition_id INTEGER NOT NULL CONSTRAINT replay_runs_definition_id_fkey REFERENCES replay_definitions (id),
    chart_id INTEGER NOT NULL CONSTRAINT replay_runs_chart_id_fkey REFERENCES replay_charts (id),
    -- The chart's name in the course's folder.
    chart_file TEXT NOT NULL,
    started_at TIMESTAMP NOT NULL,
    ended_at TIMESTAMP,
    -- How many sub-bars were seen.
    at INTEGER NOT NULL CONSTRAINT replay_runs_at_positive CHECK (at > 0),
    -- JSON.
    acts TEXT NOT NULL,
    -- What ended it, other than its chart or a rule.
    closed_by TEXT CONSTRAINT replay_runs_closed_by_known CHECK (closed_by IN ('member', 'replacement')),
    verdict TEXT CONSTRAINT replay_runs_verdict_known CHECK (verdict IN ('passed', 'short', 'failed')),
    -- JSON.
    result TEXT,
    CONSTRAINT replay_runs_ended_whole CHECK ((ended_at IS NULL) = (verdict IS NULL) AND (ended_at IS NULL) = (result IS NULL))
);
CREATE INDEX replay_runs_user_id_video_id ON replay_runs (user_id, video_id, id);
-- At most one open run of a member and lesson.
CREATE UNIQUE INDEX replay_runs_open_key ON replay_runs (user_id, video_id) WHERE ended_at IS NULL;
CREATE INDEX replay_runs_video_id ON replay_runs (video_id);
CREATE INDEX replay_runs_definition_id ON replay_runs (definition_id);
CREATE INDEX replay_runs_chart_id ON replay_runs (chart_id);
