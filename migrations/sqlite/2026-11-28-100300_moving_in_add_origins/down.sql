ALTER TABLE purchase_codes DROP COLUMN imported_at;
ALTER TABLE access_grants DROP COLUMN ends_at;
DROP INDEX users_imported_form_imported_rounds;
ALTER TABLE users DROP COLUMN imported_rounds;
ALTER TABLE users DROP COLUMN imported_form;
ALTER TABLE users DROP COLUMN invited_at;
ALTER TABLE users DROP COLUMN imported_at;
