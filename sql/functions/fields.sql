-- Returns the names without a custom field of the map, in their order.
CREATE OR REPLACE FUNCTION undefined_fields(of_map bigint, names text[]) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE defined text[];
BEGIN
  SELECT array_agg(f.name) INTO defined FROM field_definitions f
    WHERE f.map_id = of_map AND hashtextextended(f.name, 0) = ANY (ARRAY(SELECT hashtextextended(n, 0) FROM unnest(names) n));
  RETURN CASE WHEN defined IS NULL THEN names
              ELSE ARRAY(SELECT n.name FROM unnest(names) WITH ORDINALITY n (name, at) WHERE n.name <> ALL (defined) ORDER BY n.at) END;
END $$;

-- Defines the custom fields that the map lacks, in the given order: at most 1,000 a map
-- (docs/decisions.md#legends-and-fields), with 4 MiB of names. Returns how many of the names have no
-- definition afterwards.
CREATE OR REPLACE FUNCTION ensure_fields(of_map bigint, names text[], types text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  missing text[];
  room bigint;
  room_bytes bigint;
  last_ordering integer;
  defined integer;
BEGIN
  IF cardinality(names) = 0 THEN RETURN 0; END IF;
  missing := undefined_fields(of_map, names);
  IF cardinality(missing) = 0 THEN RETURN 0; END IF;
  -- A full map is not locked, as it cannot take more fields.
  IF (SELECT count(*) >= 1000 OR coalesce(sum(octet_length(f.name)), 0) >= 4194304 FROM field_definitions f WHERE f.map_id = of_map) THEN
    RETURN cardinality(missing);
  END IF;
  PERFORM lock_default_layer(of_map);
  SELECT 1000 - count(*), 4194304 - coalesce(sum(octet_length(f.name)), 0), coalesce(max(f.ordering), -1)
    INTO room, room_bytes, last_ordering FROM field_definitions f WHERE f.map_id = of_map;
  missing := undefined_fields(of_map, names);
  INSERT INTO field_definitions (map_id, name, type, ordering)
  SELECT of_map, n.name, n.type, last_ordering + row_number() OVER (ORDER BY n.at)
  FROM (SELECT u.*, sum(octet_length(u.name)) OVER (ORDER BY u.at) AS bytes
        FROM unnest(names, types) WITH ORDINALITY u (name, type, at) WHERE u.name = ANY (missing)) n
  WHERE n.bytes <= room_bytes
  ORDER BY n.at LIMIT greatest(room, 0)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS defined = ROW_COUNT;
  RETURN cardinality(missing) - defined;
END $$;

-- Removes definitions of custom fields that no marker of the map has, and then defines fields that the map
-- had no room for, in the order of the markers. Reads each marker once: 3 to 4 s for a million markers with
-- ten fields.
CREATE OR REPLACE FUNCTION remove_unused_fields(of_map bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  used text[];
  removed bigint;
BEGIN
  SELECT coalesce(array_agg(u.name ORDER BY u.first_id, u.name), '{}') INTO used FROM (
    SELECT k.name, min(m.id) AS first_id FROM markers m CROSS JOIN LATERAL json_object_keys(m.custom_fields) k (name)
    WHERE m.map_id = of_map AND m.custom_fields IS NOT NULL GROUP BY k.name) u;
  DELETE FROM field_definitions f WHERE f.map_id = of_map AND NOT f.name = ANY (used);
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF removed > 0 THEN
    UPDATE maps SET lost_fields = true WHERE id = of_map AND NOT lost_fields;
    PERFORM ensure_fields(of_map, used, ARRAY(SELECT 'text' FROM unnest(used)));
  END IF;
  RETURN removed;
END $$;

-- Merges changes into the custom fields of a marker: null removes one or all; others keep their places, new
-- ones come last. So processes neither read nor send unchanged fields, which took 6 to 17 s of a main thread
-- for a marker with 759,000 fields.
CREATE OR REPLACE FUNCTION merge_fields(stored json, changes json) RETURNS json LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE merged json;
BEGIN
  IF json_typeof(changes) = 'null' THEN RETURN NULL; END IF;
  SELECT ('{' || string_agg(to_json(f.name)::text || ':' || to_json(f.value)::text, ',' ORDER BY f.place) || '}')::json INTO merged FROM (
    SELECT s.name, CASE WHEN c.name IS NULL THEN s.value ELSE c.value END AS value, s.place
    FROM json_each_text(coalesce(stored, '{}')) WITH ORDINALITY s (name, value, place)
    LEFT JOIN json_each_text(changes) c (name, value) ON c.name = s.name
    UNION ALL
    SELECT c.name, c.value, 1000000000 + c.place FROM json_each_text(changes) WITH ORDINALITY c (name, value, place)
    LEFT JOIN json_each_text(coalesce(stored, '{}')) s (name, value) ON s.name = c.name WHERE s.name IS NULL) f
  WHERE f.value IS NOT NULL;
  -- The numbers of src/schema/marker-terms.ts.
  IF octet_length(merged::text) > 8388608 THEN
    RAISE EXCEPTION 'custom_fields of a marker have at most 8388608 bytes of JSON; these would have %', octet_length(merged::text)
      USING ERRCODE = 'CL413';
  END IF;
  IF octet_length(merged::text) > 35000 AND (SELECT count(*) FROM json_object_keys(merged)) > 5000 THEN
    RAISE EXCEPTION 'custom_fields of a marker have at most 5000 members; these would have %', (SELECT count(*) FROM json_object_keys(merged))
      USING ERRCODE = 'CL413';
  END IF;
  RETURN merged;
END $$;

-- Index of the functions of earlier versions (0018-digests-of-fips-builds.sql).
DROP INDEX IF EXISTS field_definitions_name;
