ALTER TABLE purchase_codes DROP COLUMN note;
