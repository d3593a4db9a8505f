-- When the account was imported from another site; null for an account that registered here.
ALTER TABLE users ADD COLUMN imported_at TIMESTAMP;
-- When the last invitation of an imported member is or was mailed.
ALTER TABLE users ADD COLUMN invited_at TIMESTAMP;
-- The form of the imported hash that the password's hash stands over, and its rounds; null where it stands over none.
ALTER TABLE users ADD COLUMN imported_form TEXT;
ALTER TABLE users ADD COLUMN imported_rounds INTEGER;
CREATE INDEX users_imported_form_imported_rounds ON users (imported_form, imported_rounds);

-- The exact end of an access that was imported, which no term gives; its term is then the next greater number of days.
ALTER TABLE access_grants ADD COLUMN ends_at TIMESTAMP;

-- When the key was imported from another site, which spelt it its own way; null for a key of this site.
ALTER TABLE purchase_codes ADD COLUMN imported_at TIMESTAMP;
