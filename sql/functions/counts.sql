CREATE OR REPLACE FUNCTION is_area(marker_type text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT marker_type NOT IN ('pin', 'pinned_circle', 'pinned_drive_time')
$$;

-- `more_changes` is 0 where nothing is drawn differently.
CREATE OR REPLACE FUNCTION add_counts(of_map bigint, more_markers bigint, more_areas bigint, more_changes bigint DEFAULT 1) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO map_counts (map_id, shard, markers, areas, changes)
  VALUES (of_map, pg_backend_pid() % 8, more_markers, more_areas, more_changes)
  ON CONFLICT (map_id, shard) DO UPDATE
  SET markers = map_counts.markers + excluded.markers, areas = map_counts.areas + excluded.areas,
      changes = map_counts.changes + excluded.changes;
END $$;

-- For a write that leaves the counts as they are: any counter's row that nobody holds, so that writers which never waited for each
-- other do not begin to.
CREATE OR REPLACE FUNCTION note_marker_change(of_map bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE free_shard smallint;
BEGIN
  SELECT c.shard INTO free_shard FROM map_counts c WHERE c.map_id = of_map ORDER BY c.shard = pg_backend_pid() % 8 DESC LIMIT 1
    FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE map_counts c SET changes = c.changes + 1 WHERE c.map_id = of_map AND c.shard = free_shard;
  ELSE
    PERFORM add_counts(of_map, 0, 0);
  END IF;
END $$;

-- Takes the markers that have expired since the last time out of the counters. Does nothing while another process does it, or
-- settled markers of the map are being changed. Expired markers are not drawn, settled or not: a read that settles them changes no picture.
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
  -- A marker that is not committed yet, and so not seen here, had not expired when its transaction began.
  SELECT least(clock_timestamp(), min(a.xact_start)) INTO up_to FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.backend_xid IS NOT NULL AND a.pid <> pg_backend_pid();
  IF up_to <= since THEN RETURN; END IF;
  SELECT count(*), count(*) FILTER (WHERE is_area(m.type)) INTO gone, areas FROM markers m
    WHERE m.map_id = of_map AND m.expires_at > since AND m.expires_at <= up_to;
  UPDATE expiry_settlements s SET settled_at = up_to WHERE s.map_id = of_map;
  IF gone > 0 THEN PERFORM add_counts(of_map, -gone, -areas, 0); END IF;
END $$;

-- When the map was settled last, which stays so until the transaction ends.
CREATE OR REPLACE FUNCTION hold_settlement(of_map bigint) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE settled timestamptz;
BEGIN
  INSERT INTO expiry_settlements VALUES (of_map, '-infinity') ON CONFLICT DO NOTHING;
  SELECT s.settled_at INTO settled FROM expiry_settlements s WHERE s.map_id = of_map FOR SHARE;
  RETURN settled;
END $$;

-- How many markers that expire at these times are settled, which stays so until the transaction ends. Those are in no counter: who counts
-- them up or down like all others takes that back by this. Expired ones are rare among what is written.
CREATE OR REPLACE FUNCTION count_settled(of_map bigint, expiries timestamptz[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE settled timestamptz;
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(expiries) e WHERE e <= clock_timestamp()) THEN RETURN 0; END IF;
  settled := hold_settlement(of_map);
  RETURN (SELECT count(*) FROM unnest(expiries) e WHERE e <= settled);
END $$;
