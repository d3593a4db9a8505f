-- What staff noted when they issued the key; members never see it.
ALTER TABLE purchase_codes ADD COLUMN note TEXT;
