DROP TRIGGER audit_acts_reason_unchanged ON audit_acts;
DROP FUNCTION audit_guard_reason;
ALTER TABLE audit_acts DROP COLUMN reason;
ALTER TABLE audit_acts DROP COLUMN actor_name;
