-- A payment stores its receipt's facts, as JSON; the document is printed from them outside of the transaction and stored when it
-- is mailed. The version before reads and writes documents alone: for a receipt that was not mailed yet its download fails.
-- SQLite cannot take NOT NULL off a column, so the table is made anew; no other table refers to it.
CREATE TABLE receipts_new (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL CONSTRAINT receipts_order_id_fkey REFERENCES orders (id)
        CONSTRAINT receipts_order_id_key UNIQUE,
    year INTEGER NOT NULL,
    serial INTEGER NOT NULL,
    pdf BLOB,
    issued_at TIMESTAMP NOT NULL,
    facts TEXT,
    CONSTRAINT receipts_year_serial_key UNIQUE (year, serial),
    CONSTRAINT receipts_pdf_or_facts CHECK (pdf IS NOT NULL OR facts IS NOT NULL)
);
INSERT INTO receipts_new (id, order_id, year, serial, pdf, issued_at)
    SELECT id, order_id, year, serial, pdf, issued_at FROM receipts;
DROP TABLE receipts;
ALTER TABLE receipts_new RENAME TO receipts;
