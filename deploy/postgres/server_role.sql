-- What the role of the servers, portal_server, may do in the portal's database: read and write rows, and nothing else. The role
-- portal_owner owns the tables and makes them (docs/operating.md, "Two roles of PostgreSQL").
--
-- Run it within that database, after the tables were made, as portal_owner or (on PostgreSQL 14 and older) as a superuser. It can be
-- run again at any time, and takes away what was granted otherwise.
BEGIN;

DO $$
BEGIN
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM portal_server', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO portal_server', current_database());
END $$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM portal_server;
GRANT USAGE, CREATE ON SCHEMA public TO portal_owner;
GRANT USAGE ON SCHEMA public TO portal_server;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM portal_server;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM portal_server;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO portal_server;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO portal_server;

-- Tables of later migrations.
ALTER DEFAULT PRIVILEGES FOR ROLE portal_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO portal_server;
ALTER DEFAULT PRIVILEGES FOR ROLE portal_owner IN SCHEMA public GRANT USAGE ON SEQUENCES TO portal_server;

-- Only the role that applies migrations records them.
REVOKE INSERT, UPDATE, DELETE ON __diesel_schema_migrations FROM portal_server;

-- The audit trail is added to. Of its rows the server erases names; that it removes old rows (DELETE) cannot be limited to these by
-- a privilege: the table's trigger does that.
REVOKE UPDATE ON audit_acts FROM portal_server;
GRANT UPDATE (user_name, from_address, reason) ON audit_acts TO portal_server;
-- Which of its rows were removed, one row.
REVOKE INSERT, UPDATE, DELETE ON audit_state FROM portal_server;
GRANT UPDATE (removed_to, removed_at) ON audit_state TO portal_server;

COMMIT;
