-- Which installation this database is. Blob stores and DATA_DIR carry the id of theirs, so that another installation, which knows none of
-- their jobs, does not take their files for abandoned ones.
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL,
  -- The installation whose copy this database is: restored by pg_restore, or made from a template.
  copied_from uuid,
  -- Where this row was written. In a copy at least one of them differs from what the row itself says; pg_upgrade keeps all three.
  database oid NOT NULL,
  relation oid NOT NULL,
  xid xid NOT NULL,
  -- Of pg_control_system, '' where the role may not ask: a new one with pg_upgrade, too.
  cluster text NOT NULL
);

-- Notices that the database was copied. Its search indexes are of snapshots, and its notes about changes of transactions, of another cluster:
-- nothing that is written here would ever be seen to be newer. So they begin anew, and the copy is an installation of its own.
CREATE FUNCTION settle_installation() RETURNS SETOF installation LANGUAGE plpgsql AS $$
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

-- Every blob that this installation has put and not removed yet: what stands here no other installation has made, and what does not is
-- nobody's business. Noted before it is put. Nothing lists a store to find what can go: a million files took 28 s of processor time.
CREATE TABLE blobs (
  -- Identity of the store.
  store text NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- Since when no job is known to have it; null: one has it.
  loose_since timestamptz DEFAULT now(),
  PRIMARY KEY (store, key)
);
CREATE INDEX loose_blobs ON blobs (store, loose_since) WHERE loose_since IS NOT NULL;

-- Blobs of jobs that are removed can go at once.
CREATE FUNCTION let_go_of_blobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE blobs b SET loose_since = '-infinity'
  FROM removed r CROSS JOIN LATERAL (VALUES (r.image_file), ('uploads/' || r.id), ('errors/' || r.id || '.csv'),
    ('errors/' || r.id || '.skipped.csv')) k (key)
  WHERE b.store = regexp_replace(r.spool, '^images:', '') AND b.key = k.key;
  RETURN NULL;
END $$;
CREATE TRIGGER let_go_of_blobs AFTER DELETE ON jobs REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION let_go_of_blobs();

INSERT INTO blobs (store, key, loose_since)
SELECT regexp_replace(j.spool, '^images:', ''), j.image_file, NULL FROM jobs j WHERE j.image_file IS NOT NULL;
