-- Loads the columns of a file, [{key, label, type, rows, packed (base64), id (of an embedded field, or
-- null)}], which replace the values of their fields at that level. The lock keeps loads of new keys apart and
-- the bound exact; readers continue.
CREATE OR REPLACE FUNCTION load_demographics(of_level text, columns json, with_credit text, with_licence text, at_most integer)
RETURNS TABLE (id bigint, key text, replaced boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  c record;
  of_field bigint;
  was_there boolean;
BEGIN
  LOCK TABLE demographic_fields IN SHARE ROW EXCLUSIVE MODE;
  FOR c IN SELECT x.* FROM json_to_recordset(columns)
      AS x (id bigint, key text, label text, type text, rows integer, packed text) LOOP
    SELECT f.id INTO of_field FROM demographic_fields f WHERE f.key = c.key;
    IF NOT FOUND THEN
      of_field := coalesce(c.id, nextval('demographic_field_ids'));
      INSERT INTO demographic_fields VALUES (of_field, c.key, c.label, c.type);
    ELSE
      UPDATE demographic_fields f SET label = c.label, type = c.type WHERE f.id = of_field;
    END IF;
    SELECT EXISTS (SELECT FROM demographic_columns d WHERE d.field_id = of_field AND d.level = of_level) INTO was_there;
    INSERT INTO demographic_columns (field_id, level, rows, packed, credit, licence)
    VALUES (of_field, of_level, c.rows, decode(c.packed, 'base64'), with_credit, with_licence)
    ON CONFLICT (field_id, level) DO UPDATE SET rows = excluded.rows, packed = excluded.packed, credit = excluded.credit,
      licence = excluded.licence, loaded_at = excluded.loaded_at;
    RETURN QUERY SELECT of_field, c.key, was_there;
  END LOOP;
  IF (SELECT count(*) FROM demographic_fields) > at_most THEN
    RAISE EXCEPTION 'the catalog holds at most % demographic fields', at_most USING ERRCODE = 'CL400';
  END IF;
END $$;

-- Stores answers. Rows are locked in the order of the keys, as several processes write at once; the last
-- answer counts.
CREATE OR REPLACE FUNCTION note_geocoded_addresses(of_service text, answers json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO geocoded_addresses AS g (key, service, lat, lng, precision, country)
  SELECT decode(r.key, 'hex'), of_service, r.lat, r.lng, r.precision, r.country
  FROM json_to_recordset(answers) AS r (key text, lat double precision, lng double precision, precision text, country text)
  ORDER BY 1
  ON CONFLICT (key) DO UPDATE SET lat = excluded.lat, lng = excluded.lng, precision = excluded.precision,
    country = excluded.country, created_at = excluded.created_at;
END $$;

-- Records today's use of areas, which protects them from removal. Rows are locked in the order of their keys,
-- as several processes do it at once.
CREATE OR REPLACE FUNCTION protect_areas(keys uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(keys), 0) = 0 THEN RETURN; END IF;
  UPDATE drive_time_areas a SET used_at = now() WHERE a.key = ANY (ARRAY(
    SELECT o.key FROM drive_time_areas o WHERE o.key = ANY (keys) AND o.used_at < now() - interval '1 day' ORDER BY o.key FOR UPDATE));
END $$;

-- Returns the stored areas with these keys; the absence of an area is remembered for `none_days`.
CREATE OR REPLACE FUNCTION use_drive_time_areas(keys uuid[], none_days integer)
RETURNS TABLE (key uuid, is_none boolean, truncated boolean, snap_meters integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM protect_areas(keys);
  RETURN QUERY SELECT a.key, a.geometry IS NULL, a.truncated, a.snap_meters FROM drive_time_areas a
    WHERE a.key = ANY (keys) AND (a.geometry IS NOT NULL OR a.created_at > now() - none_days * interval '1 day');
END $$;

-- Stores areas, [{key, source, minutes, geometry (base64, or null), truncated, snapMeters}]; an existing area
-- stays. Returns false, and stores none, when all areas together have `most_bytes`.
CREATE OR REPLACE FUNCTION note_drive_time_areas(areas json, most_bytes bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  gone bigint;
  more bigint;
BEGIN
  IF (SELECT u.bytes FROM drive_time_area_use u) >= most_bytes THEN RETURN false; END IF;
  -- Remove expired records of absent areas.
  WITH old AS (
    DELETE FROM drive_time_areas a WHERE a.key = ANY (ARRAY(
      SELECT o.key FROM json_to_recordset(areas) AS r (key uuid) JOIN drive_time_areas o ON o.key = r.key
      WHERE o.geometry IS NULL ORDER BY o.key FOR UPDATE OF o)) RETURNING a.bytes)
  SELECT coalesce(sum(o.bytes), 0) INTO gone FROM old o;
  WITH new AS (
    INSERT INTO drive_time_areas (key, source, minutes, geometry, truncated, snap_meters, bytes)
    SELECT r.key, r.source, r.minutes, decode(r.geometry, 'base64'), r.truncated, coalesce(r."snapMeters", 0),
      100 + coalesce(length(decode(r.geometry, 'base64')), 0)
    FROM json_to_recordset(areas) AS r (key uuid, source text, minutes integer, geometry text, truncated boolean, "snapMeters" integer)
    ORDER BY r.key
    ON CONFLICT (key) DO NOTHING RETURNING bytes)
  SELECT coalesce(sum(n.bytes), 0) INTO more FROM new n;
  UPDATE drive_time_area_use u SET bytes = u.bytes + more - gone;
  RETURN true;
END $$;
