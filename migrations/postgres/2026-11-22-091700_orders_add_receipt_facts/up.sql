-- A payment stores its receipt's facts, as JSON; the document is printed from them outside of the transaction and stored when it
-- is mailed. The version before reads and writes documents alone: for a receipt that was not mailed yet its download fails.
ALTER TABLE receipts ALTER COLUMN pdf DROP NOT NULL;
ALTER TABLE receipts ADD COLUMN facts TEXT;
ALTER TABLE receipts ADD CONSTRAINT receipts_pdf_or_facts CHECK (pdf IS NOT NULL OR facts IS NOT NULL);
