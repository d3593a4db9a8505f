DROP TABLE live_events;
