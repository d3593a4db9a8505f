-- Where the chain of audit_acts begins and ends; one row.
CREATE TABLE audit_state (
    id INTEGER PRIMARY KEY CONSTRAINT audit_state_single CHECK (id = 1),
    -- The newest row.
    head_number BIGINT NOT NULL,
    head_hash BLOB NOT NULL,
    -- The last row that was removed for its age.
    anchor_number BIGINT NOT NULL,
    anchor_hash BLOB NOT NULL,
    -- When rows were last removed.
    anchored_at TIMESTAMP
);
INSERT INTO audit_state (id, head_number, head_hash, anchor_number, anchor_hash)
    VALUES (1, 0, zeroblob(32), 0, zeroblob(32));

-- Who did what; rows are never changed, but for the erasure of names.
CREATE TABLE audit_acts (
    -- Without gaps.
    number BIGINT NOT NULL PRIMARY KEY,
    at TIMESTAMP NOT NULL,
    -- staff, member, visitor, provider or system.
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    -- Whom it concerns; no reference, for rows outlive accounts.
    user_id INTEGER,
    -- Which key, course or order.
    subject TEXT,
    -- The personal parts and their salt; null after their erasure.
    user_name TEXT,
    from_address TEXT,
    salt BLOB,
    -- SHA-256 over salt and personal parts; null where there never were any.
    commitment BLOB,
    -- SHA-256 over the hash of the row before and all of this row but the personal parts.
    hash BLOB NOT NULL
);
CREATE INDEX audit_acts_at ON audit_acts (at);
CREATE INDEX audit_acts_user_id_number ON audit_acts (user_id, number);
CREATE INDEX audit_acts_action_at ON audit_acts (action, at);

CREATE TRIGGER audit_acts_appended BEFORE INSERT ON audit_acts
WHEN NEW.number IS NOT (SELECT head_number + 1 FROM audit_state)
BEGIN
    SELECT RAISE(ABORT, 'audit_acts is append-only');
END;
CREATE TRIGGER audit_acts_unchanged BEFORE UPDATE ON audit_acts
WHEN NOT (
    NEW.number IS OLD.number AND NEW.at IS OLD.at AND NEW.actor IS OLD.actor AND NEW.action IS OLD.action
    AND NEW.user_id IS OLD.user_id AND NEW.subject IS OLD.subject AND NEW.commitment IS OLD.commitment
    AND NEW.hash IS OLD.hash AND NEW.user_name IS NULL AND NEW.from_address IS NULL AND NEW.salt IS NULL
)
BEGIN
    SELECT RAISE(ABORT, 'audit_acts is append-only');
END;
CREATE TRIGGER audit_acts_kept BEFORE DELETE ON audit_acts
WHEN OLD.number > coalesce((SELECT anchor_number FROM audit_state), 0)
BEGIN
    SELECT RAISE(ABORT, 'audit_acts is append-only');
END;
CREATE TRIGGER audit_state_forward BEFORE UPDATE ON audit_state
WHEN NEW.id <> OLD.id OR NEW.head_number < OLD.head_number OR NEW.anchor_number < OLD.anchor_number
    OR NEW.anchor_number > NEW.head_number
    OR (NEW.anchor_number > OLD.anchor_number
        AND NOT EXISTS (SELECT 1 FROM audit_acts WHERE number = NEW.anchor_number AND hash = NEW.anchor_hash))
BEGIN
    SELECT RAISE(ABORT, 'audit_state only moves forward');
END;
CREATE TRIGGER audit_state_kept BEFORE DELETE ON audit_state
BEGIN
    SELECT RAISE(ABORT, 'audit_state is kept');
END;
