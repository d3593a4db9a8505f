-- Refused while a receipt's document is not printed: its facts would be lost.
CREATE TABLE receipts_old (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL CONSTRAINT receipts_order_id_fkey REFERENCES orders (id)
        CONSTRAINT receipts_order_id_key UNIQUE,
    year INTEGER NOT NULL,
    serial INTEGER NOT NULL,
    pdf BLOB NOT NULL,
    issued_at TIMESTAMP NOT NULL,
    CONSTRAINT receipts_year_serial_key UNIQUE (year, serial)
);
INSERT INTO receipts_old (id, order_id, year, serial, pdf, issued_at)
    SELECT id, order_id, year, serial, pdf, issued_at FROM receipts;
DROP TABLE receipts;
ALTER TABLE receipts_old RENAME TO receipts;
