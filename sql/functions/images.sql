-- Returns the state of the map on which a picture depends: two equal states give one picture, unless a marker
-- has expired in between. Positions in a legend are never reused and entries never rewritten, so their sum
-- differs for any two legends of the map. The order of the reads does not matter: a write after one of them
-- gives a later state.
CREATE OR REPLACE FUNCTION image_state_of(of_map bigint, OUT state text, OUT name text, OUT is_deleted boolean, OUT read_at timestamptz)
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
  state := changes || '.' || legend || '.' || hashtextextended(name, 0);
END $$;

-- Returns the job of the requested picture: an existing one, or a new one with `new_id`. A job that has not
-- read the map yet will show its current or a later state; one that has read it is current while nothing has
-- changed. Ended jobs count for `good_days`, so that their file outlives an address given now. `style` is the
-- version of everything besides the map; `of_spool` stands for the blob store. SQLSTATE CL430 when the
-- account has `most_open` unfinished jobs, CL429 when it has requested `daily_limit` pictures today.
CREATE OR REPLACE FUNCTION request_image(
  of_map bigint, new_id text, options json, options_key text, style text, of_spool text,
  good_days integer, most_open integer, daily_limit bigint
) RETURNS SETOF jobs LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  owner bigint;
  now_state text;
  known jobs;
BEGIN
  SELECT m.account_id INTO owner FROM maps m WHERE m.id = of_map;
  -- Concurrent requests find each other's job, and count each other.
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

-- Takes expired files from their jobs and returns them: files of jobs that ended `keep_days` ago, and of
-- deleted maps.
CREATE OR REPLACE FUNCTION release_image_files(of_spool text, keep_days integer, at_most integer) RETURNS SETOF text LANGUAGE plpgsql
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
