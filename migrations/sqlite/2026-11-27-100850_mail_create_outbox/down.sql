DROP TABLE mailed_tokens;
DROP TABLE outbox;
