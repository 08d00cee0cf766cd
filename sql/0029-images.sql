-- Pictures of maps are jobs of kind `image`, on the same table and in the same order of turns as imports, but with slots of their own:
-- neither starves the other.

-- How often the markers of a map were written: a picture is good for as long as this stays. Its writers count it up, not triggers,
-- which would take a counter's row in the middle of a transaction and keep it while they wait for markers.
ALTER TABLE map_counts ADD COLUMN changes bigint NOT NULL DEFAULT 0;

-- As in 0003. `more_changes` is 0 where nothing is drawn differently.
DROP FUNCTION add_counts(bigint, bigint, bigint);
CREATE FUNCTION add_counts(of_map bigint, more_markers bigint, more_areas bigint, more_changes bigint DEFAULT 1) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO map_counts (map_id, shard, markers, areas, changes)
  VALUES (of_map, pg_backend_pid() % 8, more_markers, more_areas, more_changes)
  ON CONFLICT (map_id, shard) DO UPDATE
  SET markers = map_counts.markers + excluded.markers, areas = map_counts.areas + excluded.areas,
      changes = map_counts.changes + excluded.changes
$$;

-- For a write that leaves the counts as they are: any counter's row that nobody holds, so that writers which never waited for each
-- other do not begin to.
CREATE FUNCTION note_marker_change(of_map bigint) RETURNS void LANGUAGE plpgsql AS $$
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

-- As in 0018. Expired markers are not drawn, settled or not: a read that settles them changes no picture.
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

-- As in 0028, and each write is a change.
CREATE OR REPLACE FUNCTION replace_marker(
  of_map bigint, marker_id bigint, seen bigint, new_row json, wished text, touch boolean, palette text[],
  field_names text[], field_types text[]
) RETURNS SETOF markers LANGUAGE plpgsql AS $$
DECLARE
  m markers;
  was_area boolean;
BEGIN
  SELECT is_area(o.type) INTO was_area FROM markers o
  WHERE o.map_id = of_map AND o.id = marker_id AND o.xmin::text::bigint = seen FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  m := json_populate_record(NULL::markers, new_row);
  m.color := color_of(of_map, m.category, wished, touch, palette);
  PERFORM ensure_fields(of_map, field_names, field_types);
  UPDATE markers o SET name = m.name, type = m.type, lat = m.lat, lng = m.lng, cell = m.cell, radius = m.radius,
    street = m.street, street2 = m.street2, city = m.city, state = m.state, country = m.country, zip = m.zip,
    custom_fields = m.custom_fields, extras = m.extras, region_source = m.region_source, area = m.area, expires_at = m.expires_at,
    category = m.category, color = m.color
  WHERE o.map_id = of_map AND o.id = marker_id RETURNING o.* INTO m;
  IF was_area <> is_area(m.type) THEN PERFORM add_counts(of_map, 0, CASE WHEN was_area THEN -1 ELSE 1 END);
  ELSE PERFORM note_marker_change(of_map); END IF;
  RETURN NEXT m;
END $$;

-- As in 0013, and a block that overwrote markers is a change, too.
CREATE OR REPLACE FUNCTION record_block(of_job text, with_lease bigint, more_markers integer, more_areas integer, record json)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_map bigint;
  b import_blocks := json_populate_record(NULL::import_blocks, record);
BEGIN
  SELECT map_id INTO of_map FROM jobs WHERE id = of_job AND lease = with_lease AND status = 'processing' FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease on % is lost', of_job USING ERRCODE = 'CL001'; END IF;
  b.job_id := of_job;
  INSERT INTO import_blocks VALUES (b.*);
  IF more_markers <> 0 OR more_areas <> 0 THEN PERFORM add_counts(of_map, more_markers, more_areas);
  ELSIF b.added > 0 OR b.updated > 0 THEN PERFORM note_marker_change(of_map); END IF;
END $$;

-- Of jobs of kind `image`; null in others.
ALTER TABLE jobs
  ADD COLUMN image_key text,               -- its options: requests with the same one ask for the same picture
  ADD COLUMN image_state text,             -- what the picture depends on, as it was before the map was read for it
  ADD COLUMN image_read_at timestamptz,    -- when that was
  ADD COLUMN image_file text;              -- its key in the blob store; null: there is none yet, or any more
CREATE INDEX jobs_images ON jobs (map_id, image_key, created_at) WHERE image_key IS NOT NULL;
CREATE INDEX jobs_open_images ON jobs (account_id) WHERE image_key IS NOT NULL AND status IN ('queued', 'processing');
CREATE INDEX jobs_image_files ON jobs (completed_at) WHERE image_file IS NOT NULL;

ALTER TABLE account_use DROP CONSTRAINT account_use_kind_check,
  ADD CONSTRAINT account_use_kind_check CHECK (kind IN ('cloned_bytes', 'transfers', 'images'));

-- What a picture of the map depends on: two equal states are one picture, unless a marker has expired in between. Positions in a legend
-- are never given twice and entries never rewritten, so that their sum tells any two legends apart that the map has had. The order of
-- the looks does not matter: whatever is written after one is a state that comes later.
CREATE FUNCTION image_state_of(of_map bigint, OUT state text, OUT name text, OUT is_deleted boolean, OUT read_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  changes numeric;
  legend text;
BEGIN
  read_at := clock_timestamp();
  SELECT coalesce(sum(c.changes), 0) INTO changes FROM map_counts c WHERE c.map_id = of_map;
  SELECT count(*) || '.' || coalesce(sum(e.position), 0) INTO legend FROM layers l
    JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id WHERE l.map_id = of_map AND l.is_default;
  SELECT m.name, m.deleted_at IS NOT NULL INTO name, is_deleted FROM maps m WHERE m.id = of_map;
  state := changes || '.' || legend || '.' || md5(name);
END $$;

-- The job that makes, or has made, the picture that is asked for: one that is there already or a new one with `new_id`.
-- A job that has not read the map yet will show it as it is now, or later; one that has is as good while nothing has changed. Of ended
-- jobs those of the last `good_days` have their file for as long as an address lasts.
-- `style`: what pictures depend on besides the map. `of_spool`: who has the same blobs.
-- SQLSTATE CL430 when `most_open` of the account wait or run, CL429 when it has asked for `daily_limit` today.
CREATE FUNCTION request_image(
  of_map bigint, new_id text, options json, options_key text, style text, of_spool text,
  good_days integer, most_open integer, daily_limit bigint
) RETURNS SETOF jobs LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  owner bigint;
  now_state text;
  known jobs;
BEGIN
  SELECT m.account_id INTO owner FROM maps m WHERE m.id = of_map;
  -- Requests that come together find each other's job, and count each other.
  PERFORM pg_advisory_xact_lock(hashtext('request_image'), hashint8(owner));
  SELECT s.state || ' ' || style INTO now_state FROM image_state_of(of_map) s;
  SELECT * INTO known FROM jobs j WHERE j.map_id = of_map AND j.image_key = options_key AND j.spool = of_spool
    AND CASE j.status WHEN 'queued' THEN true
                      WHEN 'processing' THEN j.image_state IS NULL OR j.image_state = now_state
                      WHEN 'completed' THEN j.image_state = now_state AND j.image_file IS NOT NULL
                                            AND j.completed_at > now() - good_days * interval '1 day'
                      ELSE false END
    ORDER BY j.created_at DESC LIMIT 1;
  IF FOUND AND (known.status = 'queued' OR known.image_state IS NULL OR NOT EXISTS (
      SELECT FROM markers m WHERE m.map_id = of_map AND m.expires_at > known.image_read_at AND m.expires_at <= clock_timestamp()))
  THEN
    RETURN NEXT known;
    RETURN;
  END IF;
  IF (SELECT count(*) FROM jobs j WHERE j.account_id = owner AND j.image_key IS NOT NULL AND j.status IN ('queued', 'processing')) >= most_open
  THEN
    RAISE EXCEPTION '% images of account % wait', most_open, owner USING ERRCODE = 'CL430';
  END IF;
  PERFORM charge_account(owner, 'images', 1, daily_limit);
  RETURN QUERY
    INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id, spool, image_key)
    VALUES (new_id, of_map, 'image', options, 1, 0, of_spool, options_key) RETURNING *;
END $$;

-- Takes the files that are to go from their jobs, and returns them: those of jobs that ended `keep_days` ago, and of deleted maps.
CREATE FUNCTION release_image_files(of_spool text, keep_days integer, at_most integer) RETURNS SETOF text LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY
    WITH due AS (
      SELECT j.id, j.image_file FROM jobs j JOIN maps m ON m.id = j.map_id
      WHERE j.image_file IS NOT NULL AND j.spool = of_spool
        AND (j.completed_at < now() - keep_days * interval '1 day' OR m.deleted_at IS NOT NULL AND j.completed_at IS NOT NULL)
      LIMIT at_most FOR UPDATE OF j SKIP LOCKED)
    UPDATE jobs j SET image_file = NULL FROM due d WHERE j.id = d.id RETURNING d.image_file;
END $$;

-- As in 0017, but each kind by itself: what an account has running of one kind does not count for another.
DROP FUNCTION running_jobs(bigint, boolean);
CREATE FUNCTION running_jobs(of_account bigint, is_quick boolean, kinds text[]) RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM jobs j WHERE j.account_id = of_account AND j.quick = is_quick AND j.status = 'processing'
    AND j.kind = ANY (kinds) AND j.claimant IS NOT NULL AND j.lease_until >= clock_timestamp()
$$;

DROP FUNCTION accounts_in_turn(text, boolean, integer);
CREATE FUNCTION accounts_in_turn(of_spool text, is_quick boolean, at_most integer, kinds text[]) RETURNS SETOF bigint LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN QUERY
    WITH RECURSIVE spools (name) AS (
      SELECT '' UNION SELECT coalesce(of_spool, '')
    ), waiting (spool, account) AS (
      SELECT s.name, (SELECT j.account_id FROM jobs j WHERE coalesce(j.spool, '') = s.name AND j.quick = is_quick AND j.status = 'queued'
                      ORDER BY j.account_id LIMIT 1)
      FROM spools s
      UNION ALL
      SELECT w.spool, (SELECT j.account_id FROM jobs j WHERE coalesce(j.spool, '') = w.spool AND j.quick = is_quick AND j.status = 'queued'
                         AND j.account_id > w.account ORDER BY j.account_id LIMIT 1)
      FROM waiting w WHERE w.account IS NOT NULL
    ), begun AS MATERIALIZED (
      SELECT j.account_id, j.lease_until < clock_timestamp() AND coalesce(j.spool, '') IN ('', of_spool) AS resumable,
             j.lease_until >= clock_timestamp() AND j.claimant IS NOT NULL AS running
      FROM jobs j WHERE j.status = 'processing' AND j.quick = is_quick AND j.kind = ANY (kinds)
    ), accounts AS (
      SELECT w.account FROM waiting w WHERE w.account IS NOT NULL UNION SELECT b.account_id FROM begun b WHERE b.resumable
    ), turns AS (
      SELECT a.account, (SELECT count(*) FROM begun b WHERE b.account_id = a.account AND b.running) AS running,
             (SELECT max(l.at) FROM spools s CROSS JOIN LATERAL (
                SELECT max(j.started_at) AS at FROM jobs j
                WHERE coalesce(j.spool, '') = s.name AND j.quick = is_quick AND j.account_id = a.account AND j.started_at IS NOT NULL) l) AS last
      FROM accounts a
    )
    SELECT t.account FROM turns t WHERE t.running < at_most ORDER BY t.running, t.last NULLS FIRST, t.account;
END $$;

CREATE OR REPLACE FUNCTION claim_job_in_turn(
  kinds text[], lease_ms integer, new_claimant text, of_spool text, long_jobs integer, quick_jobs integer
) RETURNS SETOF jobs LANGUAGE plpgsql AS $$
DECLARE
  lane record;
  account bigint;
  chosen text;
  contended boolean := false;
BEGIN
  FOR lane IN SELECT * FROM (VALUES (true, quick_jobs), (false, long_jobs)) l (is_quick, at_most) WHERE l.at_most > 0 LOOP
    FOR account IN SELECT * FROM accounts_in_turn(of_spool, lane.is_quick, lane.at_most, kinds) LOOP
      IF NOT pg_try_advisory_xact_lock(hashtext('claim_job'), hashint8(account)) THEN
        contended := true;
        CONTINUE;
      END IF;
      CONTINUE WHEN running_jobs(account, lane.is_quick, kinds) >= lane.at_most;
      chosen := next_job(account, of_spool, lane.is_quick, kinds);
      CONTINUE WHEN chosen IS NULL;
      RETURN QUERY
        UPDATE jobs SET status = 'processing', lease = lease + 1,
                        claims = CASE WHEN blocks_at_claim <> committed.blocks THEN 1
                                      WHEN status = 'processing' AND claimant = new_claimant THEN claims
                                      ELSE claims + 1 END,
                        claimant = new_claimant,
                        blocks_at_claim = committed.blocks,
                        lease_until = clock_timestamp() + lease_ms * interval '1 ms',
                        started_at = coalesce(started_at, clock_timestamp())
        FROM (
          SELECT j.id AS of_job, (SELECT count(*)::integer FROM import_blocks b WHERE b.job_id = j.id) AS blocks FROM jobs j
          WHERE j.id = chosen AND j.account_id = account
            AND (j.status = 'queued' OR (j.status = 'processing' AND j.lease_until < clock_timestamp()))
          FOR UPDATE OF j SKIP LOCKED) committed
        WHERE id = committed.of_job
        RETURNING jobs.*;
      IF FOUND THEN RETURN; END IF;
      contended := true;
    END LOOP;
  END LOOP;
  IF contended THEN RETURN NEXT NULL; END IF;
END $$;
