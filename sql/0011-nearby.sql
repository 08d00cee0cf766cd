-- What the processes that keep nearby indexes in memory must hear of. They read it by snapshot (src/store/nearby.ts): no
-- commit is missed however transactions overlap, and none is seen before it is committed. NOTIFY in every write would make
-- all commits wait for each other, as they take one lock for the whole cluster until they are on the disk.
CREATE TABLE nearby_changes (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  account_id bigint,                       -- what this account can read is other than before; or, where it is null:
  map_id bigint,                           -- markers of this map are,
  marker_ids int8multirange,               -- some or all of these; null: any of them
  deleted boolean NOT NULL DEFAULT false   -- these are gone, and do not come back
);
CREATE INDEX nearby_changes_by_xid ON nearby_changes (xid);

CREATE FUNCTION note_marker(of_map bigint, marker_id bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO nearby_changes (map_id, marker_ids) VALUES (of_map, int8multirange(int8range(marker_id, marker_id, '[]')))
$$;

-- Updates and deletes are noted whoever makes them, one row a statement; measured as 40 microseconds a statement and 0.4 a
-- marker. Inserts are noted by who makes them (create_marker, and the ledger of imports): the same trigger for them costs an
-- import 8 %. A clone need not: its map is new.
-- A list that is too long to be read at once is not made, and the map's index is built anew.
CREATE FUNCTION note_changed_markers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO nearby_changes (map_id, marker_ids, deleted)
  SELECT o.map_id, CASE WHEN count(*) <= 20000 THEN range_agg(int8range(o.id, o.id, '[]')) END, TG_OP = 'DELETE'
  FROM changed o GROUP BY o.map_id;
  RETURN NULL;
END $$;
CREATE TRIGGER markers_updated AFTER UPDATE ON markers REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_markers();
CREATE TRIGGER markers_deleted AFTER DELETE ON markers REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_markers();

-- The ids that a block of an import may have given out.
ALTER TABLE import_blocks ADD COLUMN first_id bigint, ADD COLUMN last_id bigint;

CREATE FUNCTION note_imported_markers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO nearby_changes (map_id, marker_ids)
  SELECT j.map_id, CASE WHEN NEW.first_id IS NOT NULL THEN int8multirange(int8range(NEW.first_id, NEW.last_id, '[]')) END
  FROM jobs j WHERE j.id = NEW.job_id;
  RETURN NULL;
END $$;
CREATE TRIGGER import_block_written AFTER INSERT ON import_blocks
  FOR EACH ROW WHEN (NEW.added > 0) EXECUTE FUNCTION note_imported_markers();

-- Whoever can read the map, or could.
CREATE FUNCTION note_changed_map() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO nearby_changes (account_id) VALUES (NEW.account_id);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO nearby_changes (account_id)
    SELECT OLD.account_id WHERE OLD.account_id <> NEW.account_id
    UNION SELECT s.account_id FROM shares s WHERE s.map_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER maps_created AFTER INSERT ON maps FOR EACH ROW EXECUTE FUNCTION note_changed_map();
CREATE TRIGGER maps_changed AFTER UPDATE OF name, status, account_id, deleted_at ON maps
  FOR EACH ROW EXECUTE FUNCTION note_changed_map();

CREATE FUNCTION note_changed_share() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO nearby_changes (account_id) VALUES (coalesce(NEW.account_id, OLD.account_id));
  RETURN NULL;
END $$;
CREATE TRIGGER shares_changed AFTER INSERT OR DELETE ON shares FOR EACH ROW EXECUTE FUNCTION note_changed_share();

-- sin² of half the angle between two points, as in src/geo/nearby/great-circle.ts. Of degrees, so that poles and the
-- antimeridian are exact. PostgreSQL refuses products that underflow, and coordinates can be as small as 5e-324.
CREATE FUNCTION haversine(
  a_lat double precision, a_lng double precision, b_lat double precision, b_lng double precision
) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN abs(b_lat - a_lat) < 1e-100 THEN 0 ELSE sind((b_lat - a_lat) / 2) ^ 2 END
       + CASE WHEN abs(b_lng - a_lng) < 1e-100 THEN 0 ELSE cosd(a_lat) * cosd(b_lat) * sind((b_lng - a_lng) / 2) ^ 2 END
$$;
