DROP INDEX documents_issued_at;
DROP TABLE order_billing;
