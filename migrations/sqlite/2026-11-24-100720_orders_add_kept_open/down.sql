ALTER TABLE orders DROP COLUMN kept_open_upto;
