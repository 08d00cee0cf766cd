-- The duplicate rule, for two markers of one cell: name after trimming, coordinates rounded to 6 decimals;
-- longitudes 180 and -180 are one meridian.
CREATE OR REPLACE FUNCTION same_place(
  a_name text, a_lat double precision, a_lng double precision, b_name text, b_lat double precision, b_lng double precision
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(a_name) = btrim(b_name) AND floor(a_lat * 1e6 + 0.5) = floor(b_lat * 1e6 + 0.5)
    AND mod((floor(a_lng * 1e6 + 0.5) - floor(b_lng * 1e6 + 0.5))::bigint, 360000000) = 0
$$;

-- A code by which imports match rows with markers, without the blanks around it, as JavaScript trims; null:
-- there is none.
CREATE OR REPLACE FUNCTION trimmed_code(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(btrim(t, E'\t\n\x0b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'), '')
$$;

-- Records a block (columns of import_blocks by name), unless the lease is lost (SQLSTATE CL001) or the block
-- is recorded already (unique_violation). The share lock holds back a new claim and a cancellation until this
-- transaction ends. There is no NOTIFY, because it makes all commits of the cluster wait for each other, and
-- clients poll jobs. `writes` lists changes of existing markers as json: ids of `changed` and `removed`
-- markers; expiry times before the block of markers that it removed or whose expiry or type it changed
-- (`leftAt`, of areas `areasLeftAt`), and the times after it (`cameAt`, `areasCameAt`). Null: unknown, so all
-- markers of the map count as changed.
CREATE OR REPLACE FUNCTION record_block(
  of_job text, with_lease bigint, more_markers integer, more_areas integer, record json, writes json DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_map bigint;
  b import_blocks := json_populate_record(NULL::import_blocks, record);
  markers bigint := more_markers;
  areas bigint := more_areas;
  expiries timestamptz[];
  area_expiries timestamptz[];
BEGIN
  SELECT map_id INTO of_map FROM jobs WHERE id = of_job AND lease = with_lease AND status = 'processing' FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease on % is lost', of_job USING ERRCODE = 'CL001'; END IF;
  b.job_id := of_job;
  b.map_id := of_map;
  INSERT INTO import_blocks VALUES (b.*);

  IF writes IS NOT NULL THEN
    PERFORM note_markers(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'changed')::bigint), false);
    PERFORM note_markers(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'removed')::bigint), true);
    markers := markers + count_settled(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'leftAt')::timestamptz))
                       - count_settled(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'cameAt')::timestamptz));
    areas := areas + count_settled(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'areasLeftAt')::timestamptz))
                   - count_settled(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'areasCameAt')::timestamptz));
  ELSIF b.updated > 0 OR more_markers < b.added THEN
    PERFORM note_markers(of_map, NULL, false);
  END IF;

  IF b.added > 0 THEN
    INSERT INTO nearby_changes (map_id, marker_ids)
    VALUES (of_map, CASE WHEN b.first_id IS NOT NULL THEN int8multirange(int8range(b.first_id, b.last_id, '[]')) END);
    -- Only imports add expired markers. They are read by the ids of the block, as COPY returns no rows.
    IF b.first_id IS NOT NULL AND EXISTS (SELECT FROM markers m WHERE m.map_id = of_map AND m.expires_at <= clock_timestamp()) THEN
      SELECT array_agg(m.expires_at), array_agg(m.expires_at) FILTER (WHERE is_area(m.type)) INTO expiries, area_expiries FROM markers m
        WHERE m.map_id = of_map AND m.id BETWEEN b.first_id AND b.last_id AND m.expires_at <= clock_timestamp();
      markers := markers - count_settled(of_map, expiries);
      areas := areas - count_settled(of_map, area_expiries);
    END IF;
  END IF;

  IF markers <> 0 OR areas <> 0 THEN PERFORM add_counts(of_map, markers, areas);
  ELSIF b.added > 0 OR b.updated > 0 THEN PERFORM note_marker_change(of_map); END IF;
END $$;

-- Completes an import that deletes the markers which no row met, in one step with their deletion. Only those
-- that were on the map when the upload was accepted, which have lower ids than `first_id`, and have not
-- expired. Deletes nothing, and leaves the job as it is, where more than `most_rejected` rows were rejected,
-- where rejected lines may hide further rows (0 among the markers that were met), or where more than half of
-- the markers are missing, unless that is confirmed.
CREATE OR REPLACE FUNCTION finish_import(
  of_job text, with_lease bigint, of_map bigint, first_id bigint, most_rejected bigint, is_confirmed boolean, further_notes text[],
  code_column text, code_name text,
  OUT outcome text, OUT rejected bigint, OUT missing bigint, OUT present bigint
) LANGUAGE plpgsql AS $$
DECLARE
  due bigint[];
  areas uuid[];
  gone bigint;
BEGIN
  PERFORM FROM jobs WHERE id = of_job AND lease = with_lease AND status = 'processing' FOR UPDATE;
  IF NOT FOUND THEN outcome := 'fenced'; RETURN; END IF;
  SELECT coalesce(sum(b.rejected), 0) INTO rejected FROM import_blocks b WHERE b.map_id = of_map AND b.job_id = of_job;
  SELECT count(*) INTO present FROM markers m
    WHERE m.map_id = of_map AND m.id < first_id AND (m.expires_at IS NULL OR m.expires_at > clock_timestamp());
  SELECT coalesce(array_agg(d.id), '{}') INTO due FROM (
    SELECT m.id FROM markers m WHERE m.map_id = of_map AND m.id < first_id AND (m.expires_at IS NULL OR m.expires_at > clock_timestamp())
    EXCEPT SELECT unnest(b.met) FROM import_blocks b WHERE b.map_id = of_map AND b.job_id = of_job) d;
  missing := cardinality(due);
  IF missing > 0 AND rejected > most_rejected THEN outcome := 'rejected'; RETURN; END IF;
  IF missing > 0 AND EXISTS (SELECT FROM import_blocks b WHERE b.map_id = of_map AND b.job_id = of_job AND 0 = ANY (b.met))
  THEN outcome := 'hidden'; RETURN; END IF;
  IF 2 * missing > present AND NOT is_confirmed THEN outcome := 'many'; RETURN; END IF;
  PERFORM FROM markers m WHERE m.map_id = of_map AND m.id = ANY (due) ORDER BY m.id FOR UPDATE;
  INSERT INTO import_changes (job_id, map_id, block, marker_id, name, code, changes)
  SELECT of_job, of_map, 2147483647, m.id, m.name, CASE WHEN code_column = 'extras' THEN m.extras ->> code_name ELSE m.custom_fields ->> code_name END,
         json_build_object('deleted', to_json(m))
  FROM markers m WHERE m.map_id = of_map AND m.id = ANY (due);
  -- An undo needs them.
  areas := ARRAY(SELECT DISTINCT m.area FROM markers m WHERE m.map_id = of_map AND m.id = ANY (due) AND m.area IS NOT NULL);
  PERFORM protect_areas(areas);
  gone := delete_listed_markers(of_map, due);
  UPDATE jobs SET status = 'completed', deleted = gone,
                  notes = notes || ARRAY(SELECT n FROM unnest(further_notes) n WHERE n <> ALL (notes)),
                  completed_at = clock_timestamp(), lease_until = NULL
    WHERE id = of_job;
  PERFORM pg_notify('job_finished', of_job);
  outcome := 'completed';
END $$;

-- Gives markers in a range of ids the classes of their areas, which region_source names, unless the lease is
-- lost (SQLSTATE CL001). What that changes in markers of earlier imports is listed behind the changes of the
-- rows; a run that was killed may have listed the marker already.
CREATE OR REPLACE FUNCTION class_areas(
  of_job text, with_lease bigint, of_map bigint, first_id bigint, last_id bigint, sources text[], labels text[], class_colors text[]
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  added int8range;
  ids bigint[];
  old_categories text[];
  old_colors text[];
  old_times timestamptz[];
BEGIN
  SELECT int8range(j.first_marker_id, j.first_marker_id + j.total) INTO added
    FROM jobs j WHERE j.id = of_job AND j.lease = with_lease AND j.status = 'processing' FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease on % is lost', of_job USING ERRCODE = 'CL001'; END IF;
  SELECT array_agg(o.id), array_agg(o.category), array_agg(o.color), array_agg(o.updated_at)
    INTO ids, old_categories, old_colors, old_times FROM (
      SELECT m.id, m.category, m.color, m.updated_at
      FROM markers m JOIN unnest(sources, labels, class_colors) c (source, label, class_color) ON m.region_source = c.source
      WHERE m.map_id = of_map AND m.id BETWEEN first_id AND last_id
        AND (m.category IS DISTINCT FROM c.label OR m.color IS DISTINCT FROM c.class_color)
      ORDER BY m.id FOR NO KEY UPDATE OF m) o;
  IF ids IS NULL THEN RETURN 0; END IF;
  UPDATE markers m SET category = c.label, color = c.class_color, updated_at = statement_timestamp()
    FROM unnest(sources, labels, class_colors) c (source, label, class_color)
    WHERE m.map_id = of_map AND m.id = ANY (ids) AND m.region_source = c.source;
  INSERT INTO import_changes AS l (job_id, map_id, block, marker_id, name, code, changes)
  SELECT of_job, m.map_id, 2147483646, m.id, m.name, m.extras ->> 'location_code', json_build_object(
    'category', json_build_array(o.category, m.category), 'color', json_build_array(o.color, m.color),
    'updated_at', json_build_array(o.updated_at, m.updated_at))
  FROM markers m JOIN unnest(ids, old_categories, old_colors, old_times) o (id, category, color, updated_at) ON o.id = m.id
  WHERE m.map_id = of_map AND NOT m.id <@ added
  ON CONFLICT (job_id, block, marker_id, map_id) DO UPDATE SET changes = json_build_object(
    'category', json_build_array(l.changes -> 'category' -> 0, excluded.changes -> 'category' -> 1),
    'color', json_build_array(l.changes -> 'color' -> 0, excluded.changes -> 'color' -> 1),
    'updated_at', json_build_array(l.changes -> 'updated_at' -> 0, excluded.changes -> 'updated_at' -> 1));
  PERFORM note_markers(of_map, ids, false);
  PERFORM note_marker_change(of_map);
  RETURN cardinality(ids);
END $$;
