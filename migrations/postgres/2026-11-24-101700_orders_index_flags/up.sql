-- Few orders are flagged, and monitoring counts them every few seconds.
CREATE INDEX orders_flagged ON orders (status) WHERE flag IS NOT NULL;
