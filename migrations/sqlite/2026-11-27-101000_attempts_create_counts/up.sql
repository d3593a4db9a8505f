-- Attempts that count on every server, as token buckets: one row for each address, account or key that was tried. Rows are deleted when
-- their attempts no longer count.
CREATE TABLE attempt_counts (
    -- A keyed hash of what is limited; the key is in no database.
    key BLOB NOT NULL PRIMARY KEY,
    -- When none of its attempts counts any more: microseconds since 1970, by the database's own clock.
    full_at BIGINT NOT NULL
) WITHOUT ROWID;
