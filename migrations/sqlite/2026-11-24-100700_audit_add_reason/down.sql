DROP TRIGGER audit_acts_reason_unchanged;
ALTER TABLE audit_acts DROP COLUMN reason;
ALTER TABLE audit_acts DROP COLUMN actor_name;
