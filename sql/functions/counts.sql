CREATE OR REPLACE FUNCTION is_area(marker_type text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT marker_type NOT IN ('pin', 'pinned_circle', 'pinned_drive_time')
$$;

-- Adds to the counters of a map. `more_changes` is 0 when pictures stay the same, and so does the time of the
-- last change.
CREATE OR REPLACE FUNCTION add_counts(of_map bigint, more_markers bigint, more_areas bigint, more_changes bigint DEFAULT 1) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO map_counts (map_id, shard, markers, areas, changes, changed_at)
  VALUES (of_map, pg_backend_pid() % 8, more_markers, more_areas, more_changes, CASE WHEN more_changes > 0 THEN clock_timestamp() END)
  ON CONFLICT (map_id, shard) DO UPDATE
  SET markers = map_counts.markers + excluded.markers, areas = map_counts.areas + excluded.areas,
      changes = map_counts.changes + excluded.changes, changed_at = greatest(map_counts.changed_at, excluded.changed_at);
END $$;

-- Counts a change that leaves the numbers as they are, in any unlocked counter row, so that independent
-- writers do not wait for each other.
CREATE OR REPLACE FUNCTION note_marker_change(of_map bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE free_shard smallint;
BEGIN
  SELECT c.shard INTO free_shard FROM map_counts c WHERE c.map_id = of_map ORDER BY c.shard = pg_backend_pid() % 8 DESC LIMIT 1
    FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE map_counts c SET changes = c.changes + 1, changed_at = clock_timestamp() WHERE c.map_id = of_map AND c.shard = free_shard;
  ELSE
    PERFORM add_counts(of_map, 0, 0);
  END IF;
END $$;

-- Subtracts markers that expired since the last call from the counters. Does nothing while another process
-- does it, or while settled markers of the map are being changed. Pictures stay the same, as expired markers
-- are never drawn.
CREATE OR REPLACE FUNCTION settle_expired(of_map bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz;
  up_to timestamptz;
  gone bigint;
  areas bigint;
BEGIN
  INSERT INTO expiry_settlements VALUES (of_map, '-infinity') ON CONFLICT DO NOTHING;
  SELECT s.settled_at INTO since FROM expiry_settlements s WHERE s.map_id = of_map FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  -- An uncommitted marker is invisible here, but had not expired when its transaction began.
  SELECT least(clock_timestamp(), min(a.xact_start)) INTO up_to FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.backend_xid IS NOT NULL AND a.pid <> pg_backend_pid();
  IF up_to <= since THEN RETURN; END IF;
  SELECT count(*), count(*) FILTER (WHERE is_area(m.type)) INTO gone, areas FROM markers m
    WHERE m.map_id = of_map AND m.expires_at > since AND m.expires_at <= up_to;
  UPDATE expiry_settlements s SET settled_at = up_to WHERE s.map_id = of_map;
  IF gone > 0 THEN PERFORM add_counts(of_map, -gone, -areas, 0); END IF;
END $$;

-- Returns the time of the map's last settlement, and holds it until the transaction ends.
CREATE OR REPLACE FUNCTION hold_settlement(of_map bigint) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE settled timestamptz;
BEGIN
  INSERT INTO expiry_settlements VALUES (of_map, '-infinity') ON CONFLICT DO NOTHING;
  SELECT s.settled_at INTO settled FROM expiry_settlements s WHERE s.map_id = of_map FOR SHARE;
  RETURN settled;
END $$;

-- Returns how many of these expiry times are settled, and holds that until the transaction ends. Settled
-- markers are in no counter, so a writer that counts all its markers corrects its counts by this number.
-- Expired markers are rare in writes.
CREATE OR REPLACE FUNCTION count_settled(of_map bigint, expiries timestamptz[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE settled timestamptz;
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(expiries) e WHERE e <= clock_timestamp()) THEN RETURN 0; END IF;
  settled := hold_settlement(of_map);
  RETURN (SELECT count(*) FROM unnest(expiries) e WHERE e <= settled);
END $$;
