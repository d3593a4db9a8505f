DROP TABLE audit_acts;
DROP TABLE audit_state;
