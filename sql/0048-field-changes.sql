-- Custom fields of a marker with changes merged in: null removes one, or all; others keep their places, new ones come last. Processes that patch a marker
-- neither read nor send the fields that they do not change: of a marker with 759,000 of them that took 6 to 17 s of a main thread.
CREATE FUNCTION merge_fields(stored json, changes json) RETURNS json LANGUAGE plpgsql IMMUTABLE AS $$
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
    RAISE EXCEPTION 'custom_fields of a marker have at most 8388608 bytes of JSON; these would have %', octet_length(merged::text) USING ERRCODE = 'CL413';
  END IF;
  IF octet_length(merged::text) > 35000 AND (SELECT count(*) FROM json_object_keys(merged)) > 5000 THEN
    RAISE EXCEPTION 'custom_fields of a marker have at most 5000 members; these would have %', (SELECT count(*) FROM json_object_keys(merged))
      USING ERRCODE = 'CL413';
  END IF;
  RETURN merged;
END $$;

-- As in 0035, but that custom fields which `new_row` does not have stay, with what is in its `custom_field_changes` merged in.
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
  m.color := color_of(of_map, m.category, wished, touch, palette);
  PERFORM ensure_fields(of_map, field_names, field_types);
  UPDATE markers o SET name = m.name, type = m.type, lat = m.lat, lng = m.lng, cell = m.cell, radius = m.radius,
    street = m.street, street2 = m.street2, city = m.city, state = m.state, country = m.country, zip = m.zip,
    custom_fields = m.custom_fields, extras = m.extras, region_source = m.region_source, area = m.area, address_key = m.address_key, expires_at = m.expires_at,
    category = m.category, color = m.color
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
