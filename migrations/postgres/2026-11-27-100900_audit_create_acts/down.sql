DROP TABLE audit_acts;
DROP TABLE audit_state;
DROP FUNCTION audit_refuse;
DROP FUNCTION audit_guard_update;
DROP FUNCTION audit_guard_delete;
DROP FUNCTION audit_guard_state;
