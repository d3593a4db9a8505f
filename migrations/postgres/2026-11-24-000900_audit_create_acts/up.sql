-- Where the chain of audit_acts begins and ends; one row.
CREATE TABLE audit_state (
    id INTEGER PRIMARY KEY CONSTRAINT audit_state_single CHECK (id = 1),
    -- The newest row.
    head_number BIGINT NOT NULL,
    head_hash BYTEA NOT NULL,
    -- The last row that was removed for its age.
    anchor_number BIGINT NOT NULL,
    anchor_hash BYTEA NOT NULL,
    -- When rows were last removed.
    anchored_at TIMESTAMP
);
INSERT INTO audit_state (id, head_number, head_hash, anchor_number, anchor_hash)
    VALUES (1, 0, decode(repeat('00', 32), 'hex'), 0, decode(repeat('00', 32), 'hex'));

-- Who did what; rows are never changed, but for the erasure of names.
CREATE TABLE audit_acts (
    -- Without gaps.
    number BIGINT PRIMARY KEY,
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
    salt BYTEA,
    -- SHA-256 over salt and personal parts; null where there never were any.
    commitment BYTEA,
    -- SHA-256 over the hash of the row before and all of this row but the personal parts.
    hash BYTEA NOT NULL
);
CREATE INDEX audit_acts_at ON audit_acts (at);
CREATE INDEX audit_acts_user_id_number ON audit_acts (user_id, number);
CREATE INDEX audit_acts_action_at ON audit_acts (action, at);

CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE FUNCTION audit_guard_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number IS DISTINCT FROM (SELECT head_number + 1 FROM audit_state) THEN
        RAISE EXCEPTION 'audit_acts is append-only';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION audit_guard_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.number, NEW.at, NEW.actor, NEW.action, NEW.user_id, NEW.subject, NEW.commitment, NEW.hash)
        IS DISTINCT FROM
        (OLD.number, OLD.at, OLD.actor, OLD.action, OLD.user_id, OLD.subject, OLD.commitment, OLD.hash)
        OR NEW.user_name IS NOT NULL OR NEW.from_address IS NOT NULL OR NEW.salt IS NOT NULL
    THEN
        RAISE EXCEPTION 'audit_acts is append-only';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION audit_guard_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.number > coalesce((SELECT anchor_number FROM audit_state), 0) THEN
        RAISE EXCEPTION 'audit_acts is append-only';
    END IF;
    RETURN OLD;
END $$;
CREATE FUNCTION audit_guard_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.id <> OLD.id OR NEW.head_number < OLD.head_number OR NEW.anchor_number < OLD.anchor_number
        OR NEW.anchor_number > NEW.head_number
        OR (NEW.anchor_number > OLD.anchor_number
            AND NOT EXISTS (SELECT 1 FROM audit_acts WHERE number = NEW.anchor_number AND hash = NEW.anchor_hash))
    THEN
        RAISE EXCEPTION 'audit_state only moves forward';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER audit_acts_appended BEFORE INSERT ON audit_acts FOR EACH ROW EXECUTE FUNCTION audit_guard_insert();
CREATE TRIGGER audit_acts_unchanged BEFORE UPDATE ON audit_acts FOR EACH ROW EXECUTE FUNCTION audit_guard_update();
CREATE TRIGGER audit_acts_kept BEFORE DELETE ON audit_acts FOR EACH ROW EXECUTE FUNCTION audit_guard_delete();
CREATE TRIGGER audit_acts_whole BEFORE TRUNCATE ON audit_acts FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_state_forward BEFORE UPDATE ON audit_state FOR EACH ROW EXECUTE FUNCTION audit_guard_state();
CREATE TRIGGER audit_state_kept BEFORE DELETE ON audit_state FOR EACH ROW EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_state_whole BEFORE TRUNCATE ON audit_state FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
