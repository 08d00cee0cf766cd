-- Records an inserted marker. Inserting functions call it, as a trigger would cost an import 8 %. A clone
-- need not, as its map is new.
CREATE OR REPLACE FUNCTION note_marker(of_map bigint, marker_id bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO nearby_changes (map_id, marker_ids) VALUES (of_map, int8multirange(int8range(marker_id, marker_id, '[]')))
$$;

-- Records updated or deleted markers; `ids` null: any of the map. A list that is too long to be read at once
-- is replaced by null, so that the map's index is rebuilt.
CREATE OR REPLACE FUNCTION note_markers(of_map bigint, ids bigint[], are_gone boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) = 0 THEN RETURN; END IF;
  INSERT INTO nearby_changes (map_id, marker_ids, deleted)
  SELECT of_map, CASE WHEN cardinality(ids) <= 20000 THEN (SELECT range_agg(int8range(i, i, '[]')) FROM unnest(ids) i) END,
         are_gone AND ids IS NOT NULL;
END $$;

-- Records a change of a map for all accounts that can or could read it.
CREATE OR REPLACE FUNCTION note_changed_map() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO nearby_changes (account_id, map_id, marker_ids, readers) VALUES (NEW.account_id, NEW.id, '{}', TG_OP = 'UPDATE');
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_changed_share() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO nearby_changes (account_id, map_id, marker_ids)
  VALUES (coalesce(NEW.account_id, OLD.account_id), coalesce(NEW.map_id, OLD.map_id), '{}');
  RETURN NULL;
END $$;

-- Removes old changes, at most `most`, and returns their number. Reads the first of the index on xid, which
-- are the oldest except for long transactions. Runs in one process at a time; returns 0 in another.
CREATE OR REPLACE FUNCTION prune_nearby_changes(older_than interval, most integer) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE pruned integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('prune_nearby_changes')) THEN RETURN 0; END IF;
  DELETE FROM nearby_changes c WHERE c.ctid = ANY (ARRAY(
    SELECT o.ctid FROM (SELECT i.ctid, i.at FROM nearby_changes i ORDER BY i.xid LIMIT most) o WHERE o.at < now() - older_than));
  GET DIAGNOSTICS pruned = ROW_COUNT;
  RETURN pruned;
END $$;

-- sin² of half the angle between two points, as in src/geo/nearby/great-circle.ts. Computed in degrees, so
-- that poles and the antimeridian are exact. Small factors become 0, because PostgreSQL refuses products that
-- underflow, and coordinates can be 5e-324.
CREATE OR REPLACE FUNCTION haversine(
  a_lat double precision, a_lng double precision, b_lat double precision, b_lng double precision
) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN abs(b_lat - a_lat) < 1e-100 THEN 0 ELSE sind((b_lat - a_lat) / 2) ^ 2 END
       + CASE WHEN abs(b_lng - a_lng) < 1e-100 THEN 0 ELSE cosd(a_lat) * cosd(b_lat) * sind((b_lng - a_lng) / 2) ^ 2 END
$$;
