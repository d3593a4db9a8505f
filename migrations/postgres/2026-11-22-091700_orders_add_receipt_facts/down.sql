-- Refused while a receipt's document is not printed: its facts would be lost.
ALTER TABLE receipts DROP CONSTRAINT receipts_pdf_or_facts;
ALTER TABLE receipts ALTER COLUMN pdf SET NOT NULL;
ALTER TABLE receipts DROP COLUMN facts;
