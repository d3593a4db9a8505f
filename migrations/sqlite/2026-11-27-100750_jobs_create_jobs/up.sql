-- What waits to be done outside of a request, written in the transaction that causes it. Which kinds there are, the program knows; what a
-- job needs is in the row that its key names.
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    -- What a program must know to do the job; it leaves the others alone. Of a mail its kind.
    payload TEXT,
    -- The smallest is done first.
    rank INTEGER NOT NULL,
    -- Grows each time that the job is enqueued, so that its worker notices what was enqueued while it worked.
    generation BIGINT NOT NULL,
    -- Null: given up, or for staff.
    due_at TIMESTAMP,
    -- Counts the claims; the last one is of the worker that holds the job until this time.
    claim BIGINT NOT NULL DEFAULT 0,
    claimed_until TIMESTAMP,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    CONSTRAINT jobs_kind_key_key UNIQUE (kind, key)
);
CREATE INDEX jobs_kind_rank_due_at ON jobs (kind, rank, due_at);
-- Few jobs fail, and staff's first page lists them.
CREATE INDEX jobs_failed ON jobs (kind) WHERE last_error IS NOT NULL;
