-- Returns a Marker in the JSON of the API, defined only here: all members, null where they do not apply, then
-- those of extras. The service passes the text on. Microseconds of PostgreSQL a row, for a page of 1,000 from
-- a map of 200,000: SELECT * 1.5, this 6, the same by concat 7, by json_build_object 9; rows to objects to
-- JSON in the service take 10 of its main thread. lat + 0 removes -0, as JSON.stringify does.
CREATE OR REPLACE FUNCTION marker_json(m markers) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT format(
    '{"id":%s,"map_id":%s,"name":%s,"type":"%s","address":{%s},"lat":%s,"lng":%s,"radius":%s,"radius_unit":%s,{{own:"?":%s,}}'
    '"color":%s,"custom_fields":%s,"region_source":%s,"created_at":"%s","updated_at":"%s"%s}',
    m.id, m.map_id, to_json(m.name), m.type,
    concat_ws(','{{address:, '"?":' || to_json(m.?)}}),
    m.lat + 0, m.lng + 0, coalesce(m.radius::text, 'null'), CASE WHEN m.radius IS NULL THEN 'null' ELSE '"miles"' END,
    {{own:coalesce(to_json(m.?), 'null'), }}coalesce(to_json(m.color), 'null'), coalesce(m.custom_fields, '{}'),
    coalesce(to_json(m.region_source), 'null'), to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    to_char(coalesce(m.updated_at, m.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    ',' || nullif(substr(m.extras::text, 2, length(m.extras::text) - 2), ''))
$$;

-- Upper bound of the bytes of a json value: pg_column_size is the stored size, and neither fetches nor
-- decompresses it. pglz expands a byte to at most 88 (25 bytes are 8 matches of 273), LZ4 to 255. STABLE like
-- its parts, so that calls are inlined: 0.15 µs a marker instead of 4.
CREATE OR REPLACE FUNCTION json_octets_at_most(j json) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(pg_column_size(j)::bigint, 0)
    * CASE WHEN pg_column_compression(j) IS NULL THEN 1 WHEN pg_column_compression(j) = 'pglz' THEN 88 ELSE 256 END
$$;

-- Upper bound of the bytes of marker_json. octet_length does not decompress a text; a control character takes
-- six bytes of JSON.
CREATE OR REPLACE FUNCTION marker_octets_at_most(m markers) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT 650 + json_octets_at_most(m.custom_fields) + json_octets_at_most(m.extras)
    + 6 * (octet_length(m.name)::bigint{{texts: + coalesce(octet_length(m.?), 0)}})
$$;

-- Returns a marker for a page: its JSON if that is short, otherwise its id and the upper bound of its bytes,
-- so that the service reads it when there is room (src/store/marker-pages.ts). So 1,001 rows take at most 8
-- MB, in one statement.
CREATE OR REPLACE FUNCTION short_marker_json(m markers) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN marker_octets_at_most(m) <= 8192 THEN marker_json(m) ELSE m.id || ' ' || marker_octets_at_most(m) END
$$;

-- Approximate stored bytes of a marker, neither fetched nor decompressed.
CREATE OR REPLACE FUNCTION stored_octets(m markers) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT 100::bigint + pg_column_size(m.name){{texts: + coalesce(pg_column_size(m.?), 0)}}
    + coalesce(pg_column_size(m.custom_fields), 0) + coalesce(pg_column_size(m.extras), 0)
$$;

-- Reserves `amount` consecutive ids and returns the first. Imports give record i the id first + i, so a
-- marker's id does not depend on which thread wrote it or on how often its block was tried. nextval and
-- setval are two steps: the exclusive lock keeps single creates (which hold it shared) out of the range. It
-- is released here and not at the commit, for which every single create of all accounts would wait: rolling
-- back a block releases its locks, and sequences do not roll back.
CREATE OR REPLACE FUNCTION reserve_marker_ids(amount bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE first bigint;
BEGIN
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('marker_ids'));
    first := nextval('marker_ids');
    IF amount > 1 THEN PERFORM setval('marker_ids', first + amount - 1); END IF;
    RAISE EXCEPTION USING ERRCODE = 'CL000';
  EXCEPTION WHEN SQLSTATE 'CL000' THEN
    RETURN first;
  END;
END $$;

-- Single writes. `new_row` has the columns of markers by name (json) except the colour: `wished` is the
-- explicit colour or null. If the write names a category (`touch`), the legend gets it, and the marker gets
-- its colour unless there is an explicit one, all in the statement that writes the marker.
CREATE OR REPLACE FUNCTION color_of(of_map bigint, category text, wished text, touch boolean, palette text[]) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE derived text;
BEGIN
  IF category IS NULL OR NOT touch THEN RETURN wished; END IF;
  SELECT c.color INTO derived FROM ensure_categories(of_map, ARRAY[category], ARRAY[wished], palette) c;
  RETURN coalesce(wished, derived);
END $$;

-- Takes a transaction number before it writes, by which settle_expired finds it, on whichever server the map
-- lies.
CREATE OR REPLACE FUNCTION create_marker(
  of_map bigint, for_key bigint, daily_limit integer, new_row json, wished text, palette text[],
  field_names text[], field_types text[]
) RETURNS SETOF markers LANGUAGE plpgsql AS $$
DECLARE m markers := json_populate_record(NULL::markers, new_row);
BEGIN
  PERFORM pg_current_xact_id();
  m.map_id := of_map;
  m.created_at := now();
  m.color := color_of(of_map, m.category, wished, true, palette);
  PERFORM ensure_fields(of_map, field_names, field_types);
  PERFORM pg_advisory_xact_lock_shared(hashtext('marker_ids'));
  m.id := nextval('marker_ids');
  INSERT INTO markers VALUES (m.*);
  PERFORM note_marker(of_map, m.id);
  PERFORM add_counts(of_map, 1, is_area(m.type)::integer);
  PERFORM charge_quota(for_key, 'markers', daily_limit);
  RETURN NEXT m;
END $$;

-- Returns `was` when both have the same members with the same values, which json compares by their bytes.
CREATE OR REPLACE FUNCTION same_json(was json, given json) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN was::text <> given::text AND was::jsonb = given::jsonb THEN was ELSE given END
$$;

-- Replaces a marker if it is still the version `seen` (its xmin), into which the caller merged the change.
-- Returns nothing when another writer was faster; the caller tries again. Without custom fields in `new_row`
-- the old ones stay, with its `custom_field_changes` merged in. A marker that stays as it is, is not written,
-- and so keeps its time of change and its version.
CREATE OR REPLACE FUNCTION replace_marker(
  of_map bigint, marker_id bigint, seen bigint, new_row json, wished text, touch boolean, palette text[],
  field_names text[], field_types text[]
) RETURNS SETOF markers LANGUAGE plpgsql AS $$
DECLARE
  m markers;
  was markers;
  was_area boolean;
  expired_at timestamptz;
  more_markers bigint := 0;
  more_areas bigint;
  is_listed boolean;
BEGIN
  PERFORM pg_current_xact_id();
  SELECT o.* INTO was FROM markers o
  WHERE o.map_id = of_map AND o.id = marker_id AND o.xmin::text::bigint = seen FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  was_area := is_area(was.type);
  expired_at := was.expires_at;
  m := json_populate_record(NULL::markers, new_row);
  IF new_row -> 'custom_fields' IS NULL THEN m.custom_fields := was.custom_fields; END IF;
  IF new_row -> 'custom_field_changes' IS NOT NULL THEN
    m.custom_fields := merge_fields(was.custom_fields, new_row -> 'custom_field_changes');
  END IF;
  is_listed := NOT touch OR m.category IS NULL OR legend_colors(of_map, ARRAY[m.category]) <> '{NULL}';
  m.color := color_of(of_map, m.category, wished, touch, palette);
  PERFORM ensure_fields(of_map, field_names, field_types);
  m.map_id := was.map_id;
  m.id := was.id;
  m.created_at := was.created_at;
  m.updated_at := was.updated_at;
  m.written := was.written;
  m.custom_fields := same_json(was.custom_fields, m.custom_fields);
  m.extras := same_json(was.extras, m.extras);
  IF m::text = was::text THEN
    IF NOT is_listed THEN PERFORM note_marker_change(of_map); END IF;
    RETURN NEXT was;
    RETURN;
  END IF;
  UPDATE markers o SET updated_at = statement_timestamp(){{changed:, ? = m.?}}
  WHERE o.map_id = of_map AND o.id = marker_id RETURNING o.* INTO m;
  PERFORM note_markers(of_map, ARRAY[marker_id], false);
  more_areas := is_area(m.type)::integer - was_area::integer;
  IF expired_at IS NOT NULL OR m.expires_at IS NOT NULL THEN
    more_markers := count_settled(of_map, ARRAY[expired_at]) - count_settled(of_map, ARRAY[m.expires_at]);
    more_areas := more_areas + count_settled(of_map, ARRAY[CASE WHEN was_area THEN expired_at END])
                             - count_settled(of_map, ARRAY[CASE WHEN is_area(m.type) THEN m.expires_at END]);
  END IF;
  IF more_markers <> 0 OR more_areas <> 0 THEN PERFORM add_counts(of_map, more_markers, more_areas);
  ELSE PERFORM note_marker_change(of_map); END IF;
  RETURN NEXT m;
END $$;

-- Deletes a marker whose tag is one of `tags`; null: whatever it has.
CREATE OR REPLACE FUNCTION delete_marker(of_map bigint, marker_id bigint, tags text[]) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  was_area boolean;
  expired_at timestamptz;
BEGIN
  DELETE FROM markers m WHERE m.map_id = of_map AND m.id = marker_id AND (m.expires_at IS NULL OR m.expires_at > now())
    AND (tags IS NULL OR etag_of(marker_json(m)) = ANY (tags))
  RETURNING is_area(m.type), m.expires_at INTO was_area, expired_at;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM note_deleted(of_map, ARRAY[marker_id], was_area::integer, ARRAY[expired_at], ARRAY[CASE WHEN was_area THEN expired_at END]);
  RETURN true;
END $$;

-- For processes of the version before.
CREATE OR REPLACE FUNCTION delete_marker(of_map bigint, marker_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN delete_marker(of_map, marker_id, NULL);
END $$;

-- Updates counters and change notes for deleted markers.
CREATE OR REPLACE FUNCTION note_deleted(
  of_map bigint, ids bigint[], areas bigint, expiries timestamptz[], area_expiries timestamptz[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  more_markers bigint;
  more_areas bigint;
BEGIN
  IF coalesce(cardinality(ids), 0) = 0 THEN RETURN; END IF;
  PERFORM note_markers(of_map, ids, true);
  more_markers := count_settled(of_map, expiries) - cardinality(ids);
  more_areas := count_settled(of_map, area_expiries) - areas;
  -- Markers that had expired were in no counter, in no picture and in no list.
  IF more_markers <> 0 OR more_areas <> 0 THEN PERFORM add_counts(of_map, more_markers, more_areas); END IF;
END $$;

-- Deletes the markers with these ids, with their share of the counts. Returns their number; ids that the map
-- does not have are ignored.
CREATE OR REPLACE FUNCTION delete_listed_markers(of_map bigint, ids bigint[], OUT deleted bigint) LANGUAGE plpgsql AS $$
DECLARE
  gone_ids bigint[];
  areas bigint;
  expiries timestamptz[];
  area_expiries timestamptz[];
BEGIN
  WITH gone AS (
    DELETE FROM markers m WHERE m.map_id = of_map AND m.id = ANY (ids) RETURNING m.id, is_area(m.type) AS area, m.expires_at)
  SELECT count(*), array_agg(g.id), count(*) FILTER (WHERE g.area), array_agg(g.expires_at) FILTER (WHERE g.expires_at IS NOT NULL),
         array_agg(g.expires_at) FILTER (WHERE g.area AND g.expires_at IS NOT NULL)
    INTO deleted, gone_ids, areas, expiries, area_expiries FROM gone g;
  PERFORM note_deleted(of_map, gone_ids, areas, expiries, area_expiries);
END $$;

-- Bulk delete runs in small statements, each with its change of the counts: none holds a lock for long, and
-- the counts are right when one fails. They return no row when the map does not belong to `for_account`.

-- Deletes, among the `at_most` markers after `after_id` (up to `last_id`), those in one of the categories or
-- with one of the colours, or all of them when both lists are null. The next call goes on after `reached`.
CREATE OR REPLACE FUNCTION delete_marker_range(
  of_map bigint, for_account bigint, after_id bigint, last_id bigint, at_most integer,
  of_categories text[], of_colors text[]
) RETURNS TABLE (deleted bigint, reached bigint) LANGUAGE plpgsql
-- The planner hashes only a list that it knows; otherwise each marker is compared with each of 10,000 names.
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  ids bigint[];
  areas bigint;
  expiries timestamptz[];
  area_expiries timestamptz[];
BEGIN
  PERFORM FROM maps m WHERE m.id = of_map AND m.account_id = for_account AND m.deleted_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT m.id INTO reached FROM markers m
    WHERE m.map_id = of_map AND m.id > after_id AND m.id <= last_id ORDER BY m.id OFFSET at_most - 1 LIMIT 1;
  reached := coalesce(reached, last_id);
  WITH gone AS (
    DELETE FROM markers m WHERE m.map_id = of_map AND m.id > after_id AND m.id <= reached
      AND (of_categories IS NULL AND of_colors IS NULL OR m.category = ANY (of_categories) OR m.color = ANY (of_colors))
    RETURNING m.id, is_area(m.type) AS area, m.expires_at)
  SELECT count(*), array_agg(g.id), count(*) FILTER (WHERE g.area), array_agg(g.expires_at) FILTER (WHERE g.expires_at IS NOT NULL),
         array_agg(g.expires_at) FILTER (WHERE g.area AND g.expires_at IS NOT NULL)
    INTO deleted, ids, areas, expiries, area_expiries FROM gone g;
  PERFORM note_deleted(of_map, ids, areas, expiries, area_expiries);
  RETURN NEXT;
END $$;

-- Deletes the markers with these ids.
CREATE OR REPLACE FUNCTION delete_marker_ids(of_map bigint, for_account bigint, ids bigint[]) RETURNS TABLE (deleted bigint)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM maps m WHERE m.id = of_map AND m.account_id = for_account AND m.deleted_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  deleted := delete_listed_markers(of_map, ids);
  RETURN NEXT;
END $$;
