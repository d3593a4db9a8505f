-- Who of staff acted, and why. Neither is changed; a reason may hold anything, and is erased with the names.
ALTER TABLE audit_acts ADD COLUMN actor_name TEXT;
ALTER TABLE audit_acts ADD COLUMN reason TEXT;

CREATE FUNCTION audit_guard_reason() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.actor_name IS DISTINCT FROM OLD.actor_name
        OR (NEW.reason IS NOT NULL AND NEW.reason IS DISTINCT FROM OLD.reason)
    THEN
        RAISE EXCEPTION 'audit_acts is append-only';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER audit_acts_reason_unchanged BEFORE UPDATE ON audit_acts FOR EACH ROW EXECUTE FUNCTION audit_guard_reason();
