DROP TABLE staff_notes;
DROP TABLE staff_sessions;
DROP TABLE staff_passkeys;
DROP TABLE staff;
