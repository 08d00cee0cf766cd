-- Detects a copied database and makes it a new installation. Its search indexes and change notes refer to
-- snapshots and transactions of the old cluster, compared with which nothing written here would count as
-- newer, so they are reset.
CREATE OR REPLACE FUNCTION settle_installation() RETURNS SETOF installation LANGUAGE plpgsql AS $$
DECLARE
  here oid := (SELECT d.oid FROM pg_database d WHERE d.datname = current_database());
  system text := '';
  is_copy boolean;
BEGIN
  IF has_function_privilege('pg_control_system()', 'EXECUTE') THEN
    EXECUTE 'SELECT system_identifier::text FROM pg_control_system()' INTO system;
  END IF;
  INSERT INTO installation VALUES (true, gen_random_uuid(), NULL, here, 'installation'::regclass, pg_current_xact_id()::xid, system)
    ON CONFLICT DO NOTHING;
  SELECT i.database <> here OR i.relation <> i.tableoid OR i.xid::text <> i.xmin::text INTO is_copy FROM installation i FOR UPDATE;
  IF is_copy OR EXISTS (SELECT FROM installation i WHERE i.cluster <> system) THEN
    UPDATE search_indexes SET snapshot = pg_current_snapshot(), stale = '{[1,)}';
    DELETE FROM nearby_changes;
    UPDATE installation i SET
      id = CASE WHEN is_copy THEN gen_random_uuid() ELSE i.id END, copied_from = CASE WHEN is_copy THEN i.id ELSE i.copied_from END,
      database = here, relation = i.tableoid, xid = pg_current_xact_id()::xid, cluster = system;
  END IF;
  RETURN QUERY SELECT * FROM installation;
END $$;
