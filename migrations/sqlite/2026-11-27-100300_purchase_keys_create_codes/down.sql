DROP TABLE purchase_codes;
