DROP INDEX orders_flagged;
