-- Up to which sum, in cents, staff gave money back without ending the access.
ALTER TABLE orders ADD COLUMN kept_open_upto INTEGER NOT NULL DEFAULT 0;
