-- What nearby indexes hear of maps: which map it is, so that the lists of maps that processes keep are mended and not read again.
-- A row with account_id says that what this account can read of map_id may be other than before; with `readers` too, that every
-- account that can read the map, or could, is meant: one row however many they are. Its marker_ids are empty, as no marker has changed
-- (search counts null as "any of them").
ALTER TABLE nearby_changes ADD COLUMN readers boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION note_changed_map() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO nearby_changes (account_id, map_id, marker_ids, readers) VALUES (NEW.account_id, NEW.id, '{}', TG_OP = 'UPDATE');
  RETURN NULL;
END $$;
-- A statement that names a column fires it even where it leaves the value as it was.
DROP TRIGGER maps_changed ON maps;
CREATE TRIGGER maps_changed AFTER UPDATE OF name, status, account_id, deleted_at ON maps
  FOR EACH ROW WHEN ((OLD.name, OLD.status, OLD.account_id, OLD.deleted_at)
                     IS DISTINCT FROM (NEW.name, NEW.status, NEW.account_id, NEW.deleted_at))
  EXECUTE FUNCTION note_changed_map();

CREATE OR REPLACE FUNCTION note_changed_share() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO nearby_changes (account_id, map_id, marker_ids)
  VALUES (coalesce(NEW.account_id, OLD.account_id), coalesce(NEW.map_id, OLD.map_id), '{}');
  RETURN NULL;
END $$;

-- Forgets changes older than that, at most so many, and returns how many. The first of the index on xid are looked at, which are the
-- oldest but for transactions that took long. One process at a time: for another there is nothing to do.
CREATE FUNCTION prune_nearby_changes(older_than interval, most integer) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE pruned integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('prune_nearby_changes')) THEN RETURN 0; END IF;
  DELETE FROM nearby_changes c WHERE c.ctid = ANY (ARRAY(
    SELECT o.ctid FROM (SELECT i.ctid, i.at FROM nearby_changes i ORDER BY i.xid LIMIT most) o WHERE o.at < now() - older_than));
  GET DIAGNOSTICS pruned = ROW_COUNT;
  RETURN pruned;
END $$;
