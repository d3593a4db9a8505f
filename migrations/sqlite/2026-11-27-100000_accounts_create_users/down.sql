DROP TABLE used_passkey_challenges;
DROP TABLE passkeys;
DROP TABLE recovery_codes;
DROP TABLE second_factor_steps;
DROP TABLE second_factors;
DROP TABLE known_browsers;
DROP TABLE sessions;
DROP TABLE users;
