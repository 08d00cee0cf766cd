-- Layouts measured with one COPY of 300,000 rows (name, random coordinates, address, category, two custom fields),
-- medians of five alternating rounds on 2 cores, this one = 1.00 (165,000 rows/s):
--   custom_fields and extras jsonb 0.93; address one json 0.88, one jsonb (and the others jsonb) 0.69;
--   (map_id, lat, lng) instead of (map_id, cell) 0.86; one more index, on (map_id, category), 0.73;
--   without the index on cell 1.71, but then nothing finds a duplicate.
CREATE TABLE markers (
  map_id bigint NOT NULL,
  id bigint NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  lat double precision NOT NULL,
  lng double precision NOT NULL,
  cell bigint NOT NULL,                    -- Morton code of the coordinates rounded to 6 decimals, src/geo/cell.ts
  radius double precision,                 -- miles
  street text,
  street2 text,
  city text,
  state text,
  country text,
  zip text,
  custom_fields json,                      -- object of strings, null when there are none
  extras json,                             -- recognised columns that have no place of their own (photo_url, county, ...)
  region_source text,
  expires_at timestamptz,
  category text,
  color text,                              -- palette name
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (map_id, id)
);
-- Maps come faster than ANALYZE. With statistics of map_id a map that they do not know yet is taken to have one row, and then any
-- index that begins with map_id is as good as any other: each block of an import read the whole map. Without them every
-- map is taken to have 1/200 of the table.
ALTER TABLE markers ALTER COLUMN map_id SET STATISTICS 0;
-- Finds duplicates (same cell, then name and coordinates compared) and everything in a box. Boxes of 0.5 and 5 degrees (5 and 500
-- markers of a million), milliseconds: this 0.7 and 1.2; GiST on point(lng, lat) 0.6 and 1.0, but it takes twice as long to write
-- (7.5 s a million rows, this 3.8, no index 0.7), has twice the bytes and tells no map from another; BRIN on cell 5.6 and 7.2 where
-- the table is sorted by it, 64 for the small ones as imports write it.
CREATE INDEX markers_cell ON markers (map_id, cell);
CREATE INDEX markers_expiring ON markers (map_id, expires_at) WHERE expires_at IS NOT NULL;

-- A Marker as the API answers it, and the only place that says so: every member is there, what does not apply is null, those of
-- extras follow. The service passes the text on. A page of 1,000 from a map of 200,000, microseconds of PostgreSQL a row: SELECT * 1.5,
-- this 6, the same by concat 7, by json_build_object 9; rows to objects to JSON in the service take 10 of its one thread.
-- lat + 0: JSON.stringify knows no -0.
CREATE FUNCTION marker_json(m markers) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT format(
    '{"id":%s,"map_id":%s,"name":%s,"type":"%s","address":{%s},"lat":%s,"lng":%s,"radius":%s,"radius_unit":%s,"category":%s,'
    '"color":%s,"custom_fields":%s,"region_source":%s,"created_at":"%s"%s}',
    m.id, m.map_id, to_json(m.name), m.type,
    concat_ws(',', '"street":' || to_json(m.street), '"street2":' || to_json(m.street2), '"city":' || to_json(m.city),
              '"state":' || to_json(m.state), '"country":' || to_json(m.country), '"zip":' || to_json(m.zip)),
    m.lat + 0, m.lng + 0, coalesce(m.radius::text, 'null'), CASE WHEN m.radius IS NULL THEN 'null' ELSE '"miles"' END,
    coalesce(to_json(m.category), 'null'), coalesce(to_json(m.color), 'null'), coalesce(m.custom_fields, '{}'),
    coalesce(to_json(m.region_source), 'null'), to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    ',' || nullif(substr(m.extras::text, 2, length(m.extras::text) - 2), ''))
$$;

CREATE SEQUENCE marker_ids;

-- Reserves `amount` consecutive ids and returns the first. Imports give record i the id first + i, so a marker's id
-- does not depend on which thread wrote it or on how often its block was tried. nextval and setval are two steps:
-- the exclusive lock keeps single creates (which hold it shared) out of the range.
CREATE FUNCTION reserve_marker_ids(amount bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE first bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('marker_ids'));
  first := nextval('marker_ids');
  IF amount > 1 THEN PERFORM setval('marker_ids', first + amount - 1); END IF;
  RETURN first;
END $$;

-- Whether a map has markers outside a range of ids.
CREATE FUNCTION has_foreign_markers(of_map bigint, first_id bigint, last_id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT m.id FROM markers m WHERE m.map_id = of_map ORDER BY m.id LIMIT 1) < first_id, false)
      OR coalesce((SELECT m.id FROM markers m WHERE m.map_id = of_map ORDER BY m.id DESC LIMIT 1) > last_id, false)
$$;

-- Marker and area counts of a map, spread over shards so that writers of one map do not queue on one row.
CREATE TABLE map_counts (
  map_id bigint NOT NULL REFERENCES maps,
  shard smallint NOT NULL,
  markers bigint NOT NULL,
  areas bigint NOT NULL,                   -- markers without a pin: every type but pin, pinned_circle, pinned_drive_time
  PRIMARY KEY (map_id, shard)
) WITH (fillfactor = 50);

CREATE FUNCTION is_area(marker_type text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT marker_type NOT IN ('pin', 'pinned_circle', 'pinned_drive_time')
$$;

CREATE FUNCTION add_counts(of_map bigint, more_markers bigint, more_areas bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO map_counts (map_id, shard, markers, areas)
  VALUES (of_map, pg_backend_pid() % 8, more_markers, more_areas)
  ON CONFLICT (map_id, shard) DO UPDATE
  SET markers = map_counts.markers + excluded.markers, areas = map_counts.areas + excluded.areas
$$;

-- Single writes. `row` has the columns of markers by name (json), colours apart: `wished` is the explicit colour or null.
-- Where the write names a category (`touch`), the legend has it afterwards, and its colour is the marker's unless there
-- is an explicit one. All in the statement that writes the marker.
CREATE FUNCTION color_of(of_map bigint, category text, wished text, touch boolean, palette text[]) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE derived text;
BEGIN
  IF category IS NULL OR NOT touch THEN RETURN wished; END IF;
  SELECT c.color INTO derived FROM ensure_categories(of_map, ARRAY[category], ARRAY[wished], palette) c;
  RETURN coalesce(wished, derived);
END $$;

CREATE FUNCTION create_marker(
  of_map bigint, for_key bigint, daily_limit integer, new_row json, wished text, palette text[],
  field_names text[], field_types text[]
) RETURNS SETOF markers LANGUAGE plpgsql AS $$
DECLARE m markers := json_populate_record(NULL::markers, new_row);
BEGIN
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

-- Writes a marker as a whole, if it is still the version `seen` (its xmin): the caller has merged the change into that
-- version and tries again when another writer was faster. Returns nothing then.
CREATE FUNCTION replace_marker(
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
    custom_fields = m.custom_fields, extras = m.extras, region_source = m.region_source, expires_at = m.expires_at,
    category = m.category, color = m.color
  WHERE o.map_id = of_map AND o.id = marker_id RETURNING o.* INTO m;
  IF was_area <> is_area(m.type) THEN PERFORM add_counts(of_map, 0, CASE WHEN was_area THEN -1 ELSE 1 END); END IF;
  RETURN NEXT m;
END $$;

CREATE FUNCTION delete_marker(of_map bigint, marker_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE was_area boolean;
BEGIN
  DELETE FROM markers m WHERE m.map_id = of_map AND m.id = marker_id AND (m.expires_at IS NULL OR m.expires_at > now())
  RETURNING is_area(m.type) INTO was_area;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM add_counts(of_map, -1, -was_area::integer);
  RETURN true;
END $$;
