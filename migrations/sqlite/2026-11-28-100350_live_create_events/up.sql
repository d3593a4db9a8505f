-- The scheduled event of a live session in the Discord guild. It outlives the session's row, until it is deleted there.
CREATE TABLE live_events (
    live_id INTEGER PRIMARY KEY,
    -- Discord's number of it.
    event_id TEXT NOT NULL
);
