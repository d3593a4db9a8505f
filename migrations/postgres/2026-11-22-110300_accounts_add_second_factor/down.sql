DROP TABLE recovery_codes;
DROP TABLE second_factor_steps;
DROP TABLE second_factors;
ALTER TABLE users DROP COLUMN second_factor_since;
