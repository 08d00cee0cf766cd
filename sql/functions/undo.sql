-- Taking imports back. What an import changed is in import_changes, and the markers that it added have
-- its ids. {"deleted": row, "expired": true} is a marker that had expired, and in whose place it added
-- another. An undo keeps what it changes in the same table, so that it can be taken back as well:
-- {"deleted": row} for a marker that it deleted, {"restored": true} for one that it made again,
-- [after, before] of each column of one that has its old values again, and {"left": true} for one that it
-- left as it is.

-- Queues the undo of an ended job. Returns `queued`, or why it is none: `kind`, `running`, `undone`, `old`,
-- `nothing`. An import costs quota, and so bounds what its undo keeps. An undo and its own undo could keep
-- the same markers again and again: what an undo kept is charged as copied bytes when it is taken back
-- (SQLSTATE CL429).
CREATE OR REPLACE FUNCTION create_undo(
  of_map bigint, source_id text, undo_id text, keep_days integer, daily_bytes bigint, OUT outcome text
) LANGUAGE plpgsql AS $$
DECLARE
  source jobs;
  amount bigint;
  bytes bigint;
BEGIN
  SELECT * INTO source FROM jobs j WHERE j.id = source_id AND j.map_id = of_map FOR UPDATE;
  IF source.kind = 'image' THEN outcome := 'kind'; RETURN; END IF;
  IF source.completed_at IS NULL THEN outcome := 'running'; RETURN; END IF;
  IF is_in_force(source.undone_by) THEN outcome := 'undone'; RETURN; END IF;
  IF source.completed_at < now() - keep_days * interval '1 day' THEN outcome := 'old'; RETURN; END IF;
  SELECT coalesce(sum(b.added), 0) INTO amount FROM import_blocks b
    WHERE b.map_id = of_map AND b.job_id = source_id AND source.kind = 'bulk_import';
  SELECT amount + count(*), coalesce(sum(100::bigint + pg_column_size(c.changes)), 0) INTO amount, bytes
    FROM import_changes c WHERE c.map_id = of_map AND c.job_id = source_id AND c.changes -> 'left' IS NULL;
  -- Rows may have changed a marker and changed it back.
  IF amount = 0 AND NOT EXISTS (SELECT FROM import_blocks b WHERE b.map_id = of_map AND b.job_id = source_id AND b.updated > 0)
  THEN outcome := 'nothing'; RETURN; END IF;
  IF source.kind = 'undo' THEN
    PERFORM charge_account((SELECT m.account_id FROM maps m WHERE m.id = of_map), 'cloned_bytes', least(bytes, daily_bytes), daily_bytes);
  END IF;
  INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id)
  VALUES (undo_id, of_map, 'undo', json_build_object('undoes', source_id, 'mapping', '[]'::json, 'unnamed', '[]'::json, 'receivingMs', 0), amount, 0);
  UPDATE jobs SET undone_by = undo_id WHERE id = source_id;
  outcome := 'queued';
END $$;

-- Takes back the next changes, unless the lease is lost (SQLSTATE CL001). First the markers that the import
-- added go, by their ids; then what it changed and deleted becomes as it was, the last block first. A marker
-- that somebody has changed since is left as it is. Returns whether that was all.
CREATE OR REPLACE FUNCTION undo_step(of_job text, with_lease bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  begin_at timestamptz := clock_timestamp();
  job jobs;
  source jobs;
  step integer;
  from_id bigint;
  last_id bigint;
  added int8range;
  at_block integer;
  at_marker bigint;
  next_cursor json;
  ids bigint[];
  own_ids bigint[];
  changed bigint[];
  restored bigint := 0;
  updated bigint := 0;
  gone bigint := 0;
  kept bigint := 0;
BEGIN
  SELECT * INTO job FROM jobs j WHERE j.id = of_job AND j.lease = with_lease AND j.status = 'processing' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease on % is lost', of_job USING ERRCODE = 'CL001'; END IF;
  SELECT * INTO source FROM jobs j WHERE j.id = job.task ->> 'undoes';
  step := coalesce((job.cursor ->> 'step')::integer, 0);
  -- Later rows of the import may have changed these: they are gone, or left, as a whole.
  added := CASE WHEN source.kind = 'bulk_import' THEN int8range(source.first_marker_id, source.first_marker_id + source.total) ELSE 'empty' END;
  from_id := CASE WHEN job.cursor IS NULL AND source.kind = 'bulk_import' THEN source.first_marker_id ELSE (job.cursor ->> 'id')::bigint END;

  IF from_id IS NOT NULL THEN
    -- note_markers tells so many one by one. The changes of later undos are read once a step.
    last_id := least(from_id + 19999, source.first_marker_id + source.total - 1);
    PERFORM FROM markers m WHERE m.map_id = job.map_id AND m.id BETWEEN from_id AND last_id ORDER BY m.id FOR UPDATE;
    ids := ARRAY(SELECT m.id FROM markers m WHERE m.map_id = job.map_id AND m.id BETWEEN from_id AND last_id AND m.updated_at IS NULL);
    changed := ARRAY(SELECT m.id FROM markers m WHERE m.map_id = job.map_id AND m.id BETWEEN from_id AND last_id AND m.updated_at IS NOT NULL);
    own_ids := unchanged_since(source, changed);
    changed := ARRAY(SELECT unnest(changed) EXCEPT SELECT unnest(own_ids));
    kept := leave_changed(job, step, changed);
    gone := delete_undoably(job, step, ids || own_ids);
    next_cursor := CASE WHEN last_id < source.first_marker_id + source.total - 1
      THEN json_build_object('step', step + 1, 'id', last_id + 1)
      ELSE json_build_object('step', step + 1, 'block', 2147483647, 'marker', 9223372036854775807) END;
  ELSE
    at_block := coalesce((job.cursor ->> 'block')::integer, 2147483647);
    at_marker := coalesce((job.cursor ->> 'marker')::bigint, 9223372036854775807);
    SELECT c.block INTO at_block FROM import_changes c
      WHERE c.map_id = job.map_id AND c.job_id = source.id AND (c.block, c.marker_id) < (at_block, at_marker)
        AND NOT c.marker_id <@ added
      ORDER BY c.block DESC, c.marker_id DESC LIMIT 1;
    IF NOT FOUND THEN
      SELECT coalesce(sum(b.rows), 0) INTO kept FROM import_blocks b WHERE b.map_id = job.map_id AND b.job_id = of_job;
      UPDATE jobs j SET total = kept WHERE j.id = of_job;
      RETURN true;
    END IF;
    IF at_block <> coalesce((job.cursor ->> 'block')::integer, 2147483647) THEN at_marker := 9223372036854775807; END IF;
    -- A marker may have some MB; the first one is taken in any case.
    ids := ARRAY(SELECT p.marker_id FROM (
      SELECT c.marker_id, sum(octet_length(c.changes::text)) OVER (ORDER BY c.marker_id DESC) - octet_length(c.changes::text) AS before
      FROM (SELECT * FROM import_changes o WHERE o.map_id = job.map_id AND o.job_id = source.id AND o.block = at_block AND o.marker_id < at_marker
              AND NOT o.marker_id <@ added
            ORDER BY o.marker_id DESC LIMIT 1000) c) p
      WHERE p.before < 8 * 1024 * 1024);
    PERFORM FROM markers m WHERE m.map_id = job.map_id AND m.id = ANY (ids) ORDER BY m.id FOR UPDATE;
    restored := restore_deleted(job, step, source.id, at_block, ids);
    SELECT u.updated, u.kept INTO updated, kept FROM restore_values(job, step, source, at_block, ids) u;
    -- Markers that an undo made again go again.
    SELECT array_agg(m.id) INTO own_ids FROM import_changes c JOIN markers m ON m.map_id = job.map_id AND m.id = c.marker_id
      WHERE c.map_id = job.map_id AND c.job_id = source.id AND c.block = at_block AND c.marker_id = ANY (ids) AND c.changes -> 'restored' IS NOT NULL;
    changed := ARRAY(SELECT m.id FROM markers m WHERE m.map_id = job.map_id AND m.id = ANY (own_ids) AND m.updated_at > source.completed_at);
    own_ids := ARRAY(SELECT unnest(own_ids) EXCEPT SELECT unnest(changed));
    kept := kept + leave_changed(job, step, changed);
    gone := delete_undoably(job, step, own_ids);
    next_cursor := json_build_object('step', step + 1, 'block', at_block, 'marker', (SELECT min(i) FROM unnest(ids) i));
  END IF;

  IF restored + updated + gone + kept > 0 THEN
    INSERT INTO import_blocks (job_id, map_id, block, rows, added, updated, skipped, rejected, parsing_ms, placing_ms, deduplicating_ms, writing_ms)
    VALUES (of_job, job.map_id, step, restored + updated + gone + kept, restored, updated, kept, 0, 0, 0, 0,
            extract(epoch FROM clock_timestamp() - begin_at) * 1000);
  END IF;
  UPDATE jobs j SET cursor = next_cursor, deleted = j.deleted + gone WHERE j.id = of_job;
  RETURN false;
END $$;

-- Those of the markers that an import added which nobody but the import itself has changed. What later
-- imports changed and their undos gave back is no change. Such an undo keeps times: {"updated_at": [of the
-- marker before, own, before what it takes back, of what it takes back]}; one that is taken back itself hands
-- the last two on to the undo of its undo. The times of a marker so lead from one to the other.
CREATE OR REPLACE FUNCTION unchanged_since(source jobs, ids bigint[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  own_ids bigint[];
  undo_ids text[];
  open_ids text[];
BEGIN
  IF cardinality(ids) = 0 THEN RETURN ids; END IF;
  SELECT coalesce(array_agg(j.id), '{}'), coalesce(array_agg(j.id) FILTER (WHERE NOT is_in_force(j.undone_by)), '{}') INTO undo_ids, open_ids
    FROM jobs j WHERE j.map_id = source.map_id AND j.kind = 'undo' AND j.created_at > source.created_at;
  -- Its rows may have changed markers that earlier ones had added. What sets classes is not in the list of
  -- changes.
  own_ids := CASE WHEN source.classes IS NOT NULL THEN ids ELSE ARRAY(
    SELECT DISTINCT c.marker_id FROM import_changes c JOIN unnest(ids) i ON i = c.marker_id
    WHERE c.map_id = source.map_id AND c.job_id = source.id) END;
  RETURN ARRAY(
    WITH RECURSIVE given_back AS MATERIALIZED (
      SELECT c.marker_id AS id, (c.changes #>> ARRAY['updated_at', p.before])::timestamptz AS before,
             (c.changes #>> ARRAY['updated_at', p.after])::timestamptz AS after
      FROM import_changes c JOIN unnest(ids) i ON i = c.marker_id
      CROSS JOIN (VALUES ('0', '1', true), ('2', '3', false)) p (before, after, always)
      WHERE c.map_id = source.map_id AND c.job_id = ANY (undo_ids) AND (p.always OR c.job_id = ANY (open_ids))
    ), times AS (
      SELECT m.id, m.updated_at AS at FROM markers m WHERE m.map_id = source.map_id AND m.id = ANY (ids)
      UNION SELECT t.id, g.before FROM times t JOIN given_back g ON g.id = t.id AND g.after = t.at)
    SELECT DISTINCT t.id FROM times t WHERE t.at IS NULL OR (t.at <= source.completed_at AND t.id IN (SELECT unnest(own_ids))));
END $$;

-- Lists markers that an undo leaves as they are. Returns their number.
CREATE OR REPLACE FUNCTION leave_changed(job jobs, step integer, ids bigint[]) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO import_changes (job_id, map_id, block, marker_id, name, code, changes)
  SELECT job.id, job.map_id, step, m.id, m.name, m.extras ->> 'location_code', '{"left": true}'
  FROM markers m WHERE m.map_id = job.map_id AND m.id = ANY (ids);
  RETURN coalesce(cardinality(ids), 0);
END $$;

-- Deletes markers, and keeps them in the list of changes. Returns their number.
CREATE OR REPLACE FUNCTION delete_undoably(job jobs, step integer, ids bigint[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE areas uuid[];
BEGIN
  IF coalesce(cardinality(ids), 0) = 0 THEN RETURN 0; END IF;
  areas := ARRAY(SELECT DISTINCT m.area FROM markers m WHERE m.map_id = job.map_id AND m.id = ANY (ids) AND m.area IS NOT NULL);
  PERFORM protect_areas(areas);
  INSERT INTO import_changes (job_id, map_id, block, marker_id, name, code, changes)
  SELECT job.id, job.map_id, step, m.id, m.name, m.extras ->> 'location_code', json_build_object('deleted', to_json(m))
  FROM markers m WHERE m.map_id = job.map_id AND m.id = ANY (ids);
  RETURN (delete_listed_markers(job.map_id, ids));
END $$;

-- Makes deleted markers again, with their ids. Returns their number.
CREATE OR REPLACE FUNCTION restore_deleted(job jobs, step integer, source_id text, of_block integer, ids bigint[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  made bigint[];
  areas bigint;
  expiries timestamptz[];
  area_expiries timestamptz[];
BEGIN
  SELECT array_agg(c.marker_id) INTO made FROM import_changes c LEFT JOIN markers m ON m.map_id = c.map_id AND m.id = c.marker_id
    WHERE c.map_id = job.map_id AND c.job_id = source_id AND c.block = of_block AND c.marker_id = ANY (ids) AND c.changes -> 'deleted' IS NOT NULL
      AND m.id IS NULL;
  IF made IS NULL THEN RETURN 0; END IF;
  INSERT INTO markers
  SELECT n.* FROM import_changes c
    CROSS JOIN LATERAL json_populate_record(
      json_populate_record(NULL::markers, c.changes -> 'deleted'), json_build_object('updated_at', statement_timestamp())) n
  WHERE c.map_id = job.map_id AND c.job_id = source_id AND c.block = of_block AND c.marker_id = ANY (made);
  SELECT count(*) FILTER (WHERE is_area(m.type)), array_agg(m.expires_at) FILTER (WHERE m.expires_at IS NOT NULL),
         array_agg(m.expires_at) FILTER (WHERE is_area(m.type) AND m.expires_at IS NOT NULL)
    INTO areas, expiries, area_expiries FROM markers m WHERE m.map_id = job.map_id AND m.id = ANY (made);
  INSERT INTO import_changes (job_id, map_id, block, marker_id, name, code, changes)
  SELECT job.id, job.map_id, step, c.marker_id, c.name, c.code,
         json_build_object('restored', true, 'updated_at', json_build_array(c.changes -> 'deleted' -> 'updated_at', m.updated_at))
  FROM import_changes c JOIN markers m ON m.map_id = job.map_id AND m.id = c.marker_id
  WHERE c.map_id = job.map_id AND c.job_id = source_id AND c.block = of_block AND c.marker_id = ANY (made);
  PERFORM note_markers(job.map_id, made, false);
  PERFORM add_counts(job.map_id, cardinality(made) - count_settled(job.map_id, expiries), areas - count_settled(job.map_id, area_expiries));
  RETURN cardinality(made);
END $$;

-- Gives markers the values that they had before a block, where they still have those that it gave them;
-- leaves the others, and those that are gone. Those that have them already need nothing.
CREATE OR REPLACE FUNCTION restore_values(
  job jobs, step integer, source jobs, of_block integer, ids bigint[], OUT updated bigint, OUT kept bigint
) LANGUAGE plpgsql AS $$
DECLARE
  same bigint[];
  more_areas bigint;
  before timestamptz[];
  area_before timestamptz[];
  after timestamptz[];
  area_after timestamptz[];
  times jsonb;
  areas uuid[];
BEGIN
  SELECT array_agg(m.id), -count(*) FILTER (WHERE is_area(m.type)), array_agg(m.expires_at) FILTER (WHERE m.expires_at IS NOT NULL),
         array_agg(m.expires_at) FILTER (WHERE is_area(m.type) AND m.expires_at IS NOT NULL)
    INTO same, more_areas, before, area_before
    FROM import_changes c
    JOIN markers m ON m.map_id = job.map_id AND m.id = c.marker_id
    CROSS JOIN LATERAL (SELECT to_jsonb(m) AS members OFFSET 0) now
    WHERE c.map_id = job.map_id AND c.job_id = source.id AND c.block = of_block AND c.marker_id = ANY (ids)
      AND c.changes -> 'deleted' IS NULL AND c.changes -> 'restored' IS NULL AND c.changes -> 'left' IS NULL
      AND NOT EXISTS (SELECT FROM json_each(c.changes) k WHERE k.key <> 'updated_at' AND (k.value -> 1)::jsonb IS DISTINCT FROM now.members -> k.key);
  INSERT INTO import_changes (job_id, map_id, block, marker_id, name, code, changes)
  SELECT job.id, job.map_id, step, c.marker_id, c.name, c.code, '{"left": true}'
  FROM import_changes c LEFT JOIN markers m ON m.map_id = c.map_id AND m.id = c.marker_id
  CROSS JOIN LATERAL (SELECT to_jsonb(m) AS members OFFSET 0) now
  WHERE c.map_id = job.map_id AND c.job_id = source.id AND c.block = of_block AND c.marker_id = ANY (ids) AND c.marker_id <> ALL (coalesce(same, '{}'))
    AND c.changes -> 'deleted' IS NULL AND c.changes -> 'restored' IS NULL AND c.changes -> 'left' IS NULL
    -- An undo that was cancelled may have given the values back.
    AND (m.id IS NULL OR EXISTS (
      SELECT FROM json_each(c.changes) k WHERE k.key <> 'updated_at' AND (k.value -> 0)::jsonb IS DISTINCT FROM now.members -> k.key));
  GET DIAGNOSTICS kept = ROW_COUNT;
  updated := coalesce(cardinality(same), 0);
  IF updated = 0 THEN RETURN; END IF;
  areas := ARRAY(SELECT DISTINCT m.area FROM markers m WHERE m.map_id = job.map_id AND m.id = ANY (same) AND m.area IS NOT NULL);
  PERFORM protect_areas(areas);
  SELECT jsonb_object_agg(m.id, m.updated_at) INTO times FROM markers m WHERE m.map_id = job.map_id AND m.id = ANY (same);
  UPDATE markers m SET updated_at = statement_timestamp(){{changed:, ? = n.?}}
  FROM import_changes c
  JOIN markers o ON o.map_id = job.map_id AND o.id = c.marker_id
  CROSS JOIN LATERAL json_populate_record(o, (SELECT json_object_agg(k.key, k.value -> 0) FROM json_each(c.changes) k)) n
  WHERE c.map_id = job.map_id AND c.job_id = source.id AND c.block = of_block AND c.marker_id = ANY (same)
    AND m.map_id = job.map_id AND m.id = c.marker_id;
  INSERT INTO import_changes (job_id, map_id, block, marker_id, name, code, changes)
  SELECT job.id, job.map_id, step, m.id, m.name, m.extras ->> 'location_code',
         (SELECT json_object_agg(k.key, CASE
            WHEN k.key <> 'updated_at' THEN json_build_array(k.value -> 1, k.value -> 0)
            WHEN source.kind = 'undo' THEN json_build_array(times -> m.id::text, m.updated_at, k.value -> 4, k.value -> 5, k.value -> 2, k.value -> 3)
            ELSE json_build_array(times -> m.id::text, m.updated_at, k.value -> 0, k.value -> 1) END) FROM json_each(c.changes) k)
  FROM import_changes c JOIN markers m ON m.map_id = job.map_id AND m.id = c.marker_id
  WHERE c.map_id = job.map_id AND c.job_id = source.id AND c.block = of_block AND c.marker_id = ANY (same);
  SELECT more_areas + count(*) FILTER (WHERE is_area(m.type)), array_agg(m.expires_at) FILTER (WHERE m.expires_at IS NOT NULL),
         array_agg(m.expires_at) FILTER (WHERE is_area(m.type) AND m.expires_at IS NOT NULL)
    INTO more_areas, after, area_after FROM markers m WHERE m.map_id = job.map_id AND m.id = ANY (same);
  PERFORM note_markers(job.map_id, same, false);
  PERFORM add_counts(job.map_id, count_settled(job.map_id, before) - count_settled(job.map_id, after),
    more_areas + count_settled(job.map_id, area_before) - count_settled(job.map_id, area_after));
END $$;

-- Tells whether a job that takes another one back is under way, or has done so.
CREATE OR REPLACE FUNCTION is_in_force(undo_id text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM jobs j WHERE j.id = undo_id AND j.status NOT IN ('failed', 'cancelled'))
$$;
