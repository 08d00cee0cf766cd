-- Branches of a chain: markers whose place is only that of their postal code, city, state or country are told apart by their address.
-- A hash of name, coordinates and address (src/import/prepare/address-key.ts), null for markers with a place of their own: those are
-- in no further index, and their rows have no further byte.
DO $$ BEGIN
  ALTER TABLE markers ADD COLUMN address_key bigint;
  CREATE INDEX markers_address_key ON markers (map_id, address_key) WHERE address_key IS NOT NULL;
END $$;

-- The rows of a block that were skipped as duplicates, and whom they met (src/schema/skip-runs.ts).
DO $$ BEGIN
  ALTER TABLE import_blocks ADD COLUMN skips json;
END $$;

-- As in 0035, with the address key, the ranges of choropleths, and whether definitions of fields were removed.
CREATE OR REPLACE FUNCTION clone_map(
  of_map bigint, for_account bigint, new_name text, with_pinned boolean, with_areas boolean, daily_bytes bigint DEFAULT 4294967296
)
RETURNS TABLE (id bigint, open_jobs json, bytes bigint) LANGUAGE plpgsql AS $$
DECLARE
  new_map bigint;
  new_layer bigint;
  new_description text;
  counted bigint;
  reserved bigint;
  first_id bigint;
  copied bigint := 0;
  areas bigint := 0;
  names text[];
  kinds text[];
  orderings integer[];
  single_creates CONSTANT integer := 1000;
BEGIN
  INSERT INTO maps (account_id, name, description, extended_colors, lost_fields)
  SELECT s.account_id, new_name, s.description, s.extended_colors, s.lost_fields FROM maps s
  WHERE s.id = of_map AND s.account_id = for_account AND s.deleted_at IS NULL
  RETURNING maps.id, maps.description INTO new_map, new_description;
  IF NOT FOUND THEN RETURN; END IF;

  SELECT coalesce(sum(j.total), 0) + single_creates, json_agg(j.id) FILTER (WHERE j.started_at IS NOT NULL) INTO reserved, open_jobs
    FROM jobs j WHERE j.map_id = of_map AND j.kind = 'bulk_import' AND j.completed_at IS NULL;
  SELECT count(*), 16384 + octet_length(new_description) + coalesce(sum(stored_octets(ROW(m.*)::markers)), 0) INTO counted, bytes
    FROM markers m
    WHERE m.map_id = of_map AND CASE WHEN is_area(m.type) THEN with_areas ELSE with_pinned END
      AND (m.expires_at IS NULL OR m.expires_at > now());
  PERFORM check_account(for_account, 'cloned_bytes', bytes, daily_bytes);
  IF counted > 0 THEN
    reserved := reserved + counted;
    first_id := reserve_marker_ids_briefly(reserved);
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, radius, street, street2, city, state, country, zip,
                         custom_fields, extras, region_source, area, address_key, expires_at, category, color, created_at)
    SELECT new_map, first_id + row_number() OVER (ORDER BY m.id) - 1, m.name, m.type, m.lat, m.lng, m.cell, m.radius,
           m.street, m.street2, m.city, m.state, m.country, m.zip,
           m.custom_fields, m.extras, m.region_source, m.area, m.address_key, m.expires_at, m.category, m.color, m.created_at
    FROM markers m
    WHERE m.map_id = of_map AND CASE WHEN is_area(m.type) THEN with_areas ELSE with_pinned END
      AND (m.expires_at IS NULL OR m.expires_at > now());
    GET DIAGNOSTICS copied = ROW_COUNT;
    IF copied > reserved THEN
      RAISE EXCEPTION 'map % grew too fast to be copied', of_map USING ERRCODE = 'serialization_failure';
    END IF;
    IF with_areas THEN SELECT count(*) INTO areas FROM markers m WHERE m.map_id = new_map AND is_area(m.type); END IF;
  END IF;
  INSERT INTO map_counts (map_id, shard, markers, areas) VALUES (new_map, 0, copied, areas);

  INSERT INTO layers (map_id, is_default) VALUES (new_map, true) RETURNING layers.id INTO new_layer;
  SELECT array_agg(e.name ORDER BY e.ordering, e.position), array_agg(e.color ORDER BY e.ordering, e.position),
         array_agg(e.ordering ORDER BY e.ordering, e.position), bytes + coalesce(sum(octet_length(e.name)), 0)
    INTO names, kinds, orderings, bytes
    FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id WHERE l.map_id = of_map AND l.is_default;
  INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
  SELECT new_map, new_layer, n.name, n.color, n.ordering
  FROM unnest(names, kinds, orderings) WITH ORDINALITY n (name, color, ordering, at) ORDER BY n.at;
  SELECT array_agg(f.name ORDER BY f.ordering, f.id), array_agg(f.type ORDER BY f.ordering, f.id),
         array_agg(f.ordering ORDER BY f.ordering, f.id), bytes + coalesce(sum(octet_length(f.name)), 0)
    INTO names, kinds, orderings, bytes FROM field_definitions f WHERE f.map_id = of_map;
  INSERT INTO field_definitions (map_id, name, type, ordering)
  SELECT new_map, n.name, n.type, n.ordering
  FROM unnest(names, kinds, orderings) WITH ORDINALITY n (name, type, ordering, at) ORDER BY n.at;
  INSERT INTO choropleth_ranges (map_id, key, classes, used_at)
  SELECT new_map, r.key, r.classes, r.used_at FROM choropleth_ranges r WHERE r.map_id = of_map;

  id := new_map;
  RETURN NEXT;
END $$;
