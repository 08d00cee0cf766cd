-- Areas that are reached by car, drawn once for each place, time and version of what they are drawn on, and shared by all markers of all maps.
-- The key is a hash of these (src/drive-times/area-key.ts), so that processes agree on it without asking. A marker says which area is
-- its own: it stays when roads are replaced.
CREATE TABLE drive_time_areas (
  key uuid PRIMARY KEY,
  source text NOT NULL,                    -- roads, valhalla, estimate: first member of region_source
  minutes integer NOT NULL,
  geometry bytea,                          -- src/geo/drive-time/pack-area.ts; null: there is none
  truncated boolean NOT NULL,              -- it ends where the roads of the extract do
  bytes integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now() -- to a day
);
-- Differences of coordinates do not get smaller.
ALTER TABLE drive_time_areas ALTER COLUMN geometry SET STORAGE EXTERNAL;
CREATE INDEX drive_time_areas_by_use ON drive_time_areas (used_at);

-- Of all of them: to sum them up takes longer than to draw one. One row.
CREATE TABLE drive_time_area_use (bytes bigint NOT NULL);
INSERT INTO drive_time_area_use VALUES (0);

ALTER TABLE markers ADD COLUMN area uuid;  -- drive_time_areas; null for all others
CREATE INDEX markers_area ON markers (area) WHERE area IS NOT NULL;

-- Those of `keys` that are known; that there is none is believed for `none_days`. What is used today is not removed tomorrow. Rows are
-- locked in the order of their keys, as several processes do it at once.
CREATE FUNCTION use_drive_time_areas(keys uuid[], none_days integer)
RETURNS TABLE (key uuid, is_none boolean, truncated boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  UPDATE drive_time_areas a SET used_at = now() WHERE a.key = ANY (ARRAY(
    SELECT o.key FROM drive_time_areas o WHERE o.key = ANY (keys) AND o.used_at < now() - interval '1 day' ORDER BY o.key FOR UPDATE));
  RETURN QUERY SELECT a.key, a.geometry IS NULL, a.truncated FROM drive_time_areas a
    WHERE a.key = ANY (keys) AND (a.geometry IS NOT NULL OR a.created_at > now() - none_days * interval '1 day');
END $$;

-- Keeps areas, [{key, source, minutes, geometry (base64, or null), truncated}]; of two that draw the same one the first counts.
-- Returns false, and keeps none, when there are `most_bytes` of them.
CREATE FUNCTION note_drive_time_areas(areas json, most_bytes bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  gone bigint;
  more bigint;
BEGIN
  IF (SELECT u.bytes FROM drive_time_area_use u) >= most_bytes THEN RETURN false; END IF;
  -- That there is none is not believed any more.
  WITH old AS (
    DELETE FROM drive_time_areas a WHERE a.key = ANY (ARRAY(
      SELECT o.key FROM json_to_recordset(areas) AS r (key uuid) JOIN drive_time_areas o ON o.key = r.key
      WHERE o.geometry IS NULL ORDER BY o.key FOR UPDATE OF o)) RETURNING a.bytes)
  SELECT coalesce(sum(o.bytes), 0) INTO gone FROM old o;
  WITH new AS (
    INSERT INTO drive_time_areas (key, source, minutes, geometry, truncated, bytes)
    SELECT r.key, r.source, r.minutes, decode(r.geometry, 'base64'), r.truncated, 100 + coalesce(length(decode(r.geometry, 'base64')), 0)
    FROM json_to_recordset(areas) AS r (key uuid, source text, minutes integer, geometry text, truncated boolean)
    ORDER BY r.key
    ON CONFLICT (key) DO NOTHING RETURNING bytes)
  SELECT coalesce(sum(n.bytes), 0) INTO more FROM new n;
  UPDATE drive_time_area_use u SET bytes = u.bytes + more - gone;
  RETURN true;
END $$;

-- Looks at the `at_most` areas that were used longest ago: those that no marker has are removed, `keep_days` after they were used last, or
-- after a day while there are more than `most_bytes`. The others count as used. In steps, by one process at a time.
CREATE FUNCTION remove_drive_time_areas(keep_days integer, most_bytes bigint, at_most integer)
RETURNS TABLE (seen bigint, removed bigint) LANGUAGE plpgsql AS $$
DECLARE
  before timestamptz := now() - CASE WHEN (SELECT u.bytes FROM drive_time_area_use u) > most_bytes THEN 1 ELSE keep_days END * interval '1 day';
  candidates uuid[];
  in_use uuid[];
  less bigint;
BEGIN
  candidates := ARRAY(SELECT a.key FROM drive_time_areas a WHERE a.used_at < before ORDER BY a.used_at LIMIT at_most);
  -- Not in one statement with the others: markers may be elsewhere than areas.
  in_use := ARRAY(SELECT DISTINCT m.area FROM markers m WHERE m.area = ANY (candidates));
  UPDATE drive_time_areas a SET used_at = now() WHERE a.key = ANY (ARRAY(
    SELECT o.key FROM drive_time_areas o WHERE o.key = ANY (in_use) ORDER BY o.key FOR UPDATE));
  -- Who has used it meanwhile has moved it out of reach.
  WITH gone AS (
    DELETE FROM drive_time_areas a WHERE a.key = ANY (ARRAY(
      SELECT o.key FROM drive_time_areas o WHERE o.key = ANY (candidates) AND o.used_at < before ORDER BY o.key FOR UPDATE))
    RETURNING a.bytes)
  SELECT count(*), coalesce(sum(g.bytes), 0) INTO removed, less FROM gone g;
  UPDATE drive_time_area_use u SET bytes = u.bytes - less WHERE less > 0;
  seen := cardinality(candidates);
  RETURN NEXT;
END $$;

-- As in 0003, with the area.
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
  IF was_area <> is_area(m.type) THEN PERFORM add_counts(of_map, 0, CASE WHEN was_area THEN -1 ELSE 1 END); END IF;
  RETURN NEXT m;
END $$;

-- As in 0018, with the areas.
CREATE OR REPLACE FUNCTION clone_map(
  of_map bigint, for_account bigint, new_name text, with_pinned boolean, with_areas boolean, daily_bytes bigint DEFAULT 4294967296
)
RETURNS TABLE (id bigint, open_jobs json, bytes bigint) LANGUAGE sql AS $$
  WITH new_map AS (
    INSERT INTO maps (account_id, name, description, extended_colors)
    SELECT s.account_id, new_name, s.description, s.extended_colors FROM maps s
    WHERE s.id = of_map AND s.account_id = for_account AND s.deleted_at IS NULL
    RETURNING maps.id, maps.description
  ), new_layer AS (
    INSERT INTO layers (map_id, is_default) SELECT n.id, true FROM new_map n RETURNING layers.map_id, layers.id
  ), new_legend AS (
    INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
    SELECT n.map_id, n.id, e.name, e.color, e.ordering
    FROM new_layer n, layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
    WHERE l.map_id = of_map AND l.is_default ORDER BY e.ordering, e.position
    RETURNING octet_length(name) AS bytes
  ), new_fields AS (
    INSERT INTO field_definitions (map_id, name, type, ordering)
    SELECT n.id, f.name, f.type, f.ordering FROM new_map n, field_definitions f
    WHERE f.map_id = of_map ORDER BY f.ordering, f.id
    RETURNING octet_length(name) AS bytes
  ), amount AS MATERIALIZED (
    SELECT count(*) AS markers, count(*) FILTER (WHERE is_area(m.type)) AS areas, coalesce(sum(stored_octets(m)), 0)::bigint AS bytes
    FROM markers m
    WHERE m.map_id = of_map AND CASE WHEN is_area(m.type) THEN with_areas ELSE with_pinned END
      AND (m.expires_at IS NULL OR m.expires_at > now())
  ), total AS MATERIALIZED (
    SELECT n.id, a.markers, 16384 + octet_length(n.description) + a.bytes + (SELECT coalesce(sum(l.bytes), 0)::bigint FROM new_legend l)
      + (SELECT coalesce(sum(f.bytes), 0)::bigint FROM new_fields f) AS bytes
    FROM new_map n, amount a
  ), new_counts AS (
    INSERT INTO map_counts (map_id, shard, markers, areas) SELECT n.id, 0, a.markers, a.areas FROM new_map n, amount a
  ), ids AS MATERIALIZED (
    SELECT reserve_marker_ids_briefly(greatest(t.markers, 1)) AS first FROM total t
    WHERE check_account(for_account, 'cloned_bytes', t.bytes, daily_bytes) AND t.markers > 0
  ), new_markers AS (
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, radius, street, street2, city, state, country, zip,
                         custom_fields, extras, region_source, area, expires_at, category, color, created_at)
    SELECT n.id, i.first + row_number() OVER (ORDER BY m.id) - 1, m.name, m.type, m.lat, m.lng, m.cell, m.radius,
           m.street, m.street2, m.city, m.state, m.country, m.zip,
           m.custom_fields, m.extras, m.region_source, m.area, m.expires_at, m.category, m.color, m.created_at
    FROM new_map n, ids i, markers m
    WHERE m.map_id = of_map AND CASE WHEN is_area(m.type) THEN with_areas ELSE with_pinned END
      AND (m.expires_at IS NULL OR m.expires_at > now())
  )
  SELECT t.id, (SELECT json_agg(j.id) FROM jobs j
                WHERE j.map_id = of_map AND j.kind = 'bulk_import' AND j.completed_at IS NULL AND j.started_at IS NOT NULL), t.bytes
  FROM total t
$$;
