-- Who of staff acted, and why. Neither is changed; a reason may hold anything, and is erased with the names.
ALTER TABLE audit_acts ADD COLUMN actor_name TEXT;
ALTER TABLE audit_acts ADD COLUMN reason TEXT;

CREATE TRIGGER audit_acts_reason_unchanged BEFORE UPDATE ON audit_acts
WHEN NEW.actor_name IS NOT OLD.actor_name OR (NEW.reason IS NOT NULL AND NEW.reason IS NOT OLD.reason)
BEGIN
    SELECT RAISE(ABORT, 'audit_acts is append-only');
END;
