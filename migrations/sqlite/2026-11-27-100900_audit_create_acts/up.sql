-- Which rows of audit_acts were removed for their age; one row.
CREATE TABLE audit_state (
    id INTEGER PRIMARY KEY CONSTRAINT audit_state_single CHECK (id = 1),
    -- The last row that was removed, or 0.
    removed_to BIGINT NOT NULL,
    -- When rows were last removed.
    removed_at TIMESTAMP
);
INSERT INTO audit_state (id, removed_to) VALUES (1, 0);

-- Who did what; rows are never changed, but for the erasure of names.
CREATE TABLE audit_acts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at TIMESTAMP NOT NULL,
    -- staff, member, visitor, provider or system.
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    -- Whom it concerns; no reference, for rows outlive accounts.
    user_id INTEGER,
    -- Which key, course or order.
    subject TEXT,
    -- The personal parts; null after their erasure.
    user_name TEXT,
    from_address TEXT,
    -- Which name of staff acted.
    actor_name TEXT,
    -- Why staff acted. It may hold anything, and is erased with the names.
    reason TEXT
);
CREATE INDEX audit_acts_at ON audit_acts (at);
CREATE INDEX audit_acts_user_id_number ON audit_acts (user_id, number);
CREATE INDEX audit_acts_action_at ON audit_acts (action, at);

CREATE TRIGGER audit_acts_unchanged BEFORE UPDATE ON audit_acts
WHEN NOT (
    NEW.number IS OLD.number AND NEW.at IS OLD.at AND NEW.actor IS OLD.actor AND NEW.action IS OLD.action
    AND NEW.user_id IS OLD.user_id AND NEW.subject IS OLD.subject AND NEW.user_name IS NULL AND NEW.from_address IS NULL
    AND NEW.actor_name IS OLD.actor_name AND (NEW.reason IS NULL OR NEW.reason IS OLD.reason)
)
BEGIN
    SELECT RAISE(ABORT, 'audit_acts is append-only');
END;
CREATE TRIGGER audit_acts_kept BEFORE DELETE ON audit_acts
WHEN OLD.number > coalesce((SELECT removed_to FROM audit_state), 0)
BEGIN
    SELECT RAISE(ABORT, 'audit_acts is append-only');
END;
CREATE TRIGGER audit_state_forward BEFORE UPDATE ON audit_state
WHEN NEW.id <> OLD.id OR NEW.removed_to < OLD.removed_to
    OR (NEW.removed_to > OLD.removed_to AND NOT EXISTS (SELECT 1 FROM audit_acts WHERE number = NEW.removed_to))
BEGIN
    SELECT RAISE(ABORT, 'audit_state only moves forward');
END;
CREATE TRIGGER audit_state_kept BEFORE DELETE ON audit_state
BEGIN
    SELECT RAISE(ABORT, 'audit_state is kept');
END;
