CREATE OR REPLACE FUNCTION create_map(for_account bigint, for_key bigint, daily_limit integer, map_name text, map_description text)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE new_id bigint;
BEGIN
  PERFORM charge_quota(for_key, 'maps', daily_limit);
  INSERT INTO maps (account_id, name, description) VALUES (for_account, map_name, map_description) RETURNING id INTO new_id;
  INSERT INTO layers (map_id, is_default) VALUES (new_id, true);
  RETURN new_id;
END $$;

-- Bounds the maps that an account made; maps transferred to it do not count, so that others cannot use up its
-- room.
CREATE OR REPLACE FUNCTION bound_maps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT n.account_id FROM made n) a WHERE (
      SELECT count(*) FROM maps m WHERE m.account_id = a.account_id AND m.deleted_at IS NULL AND NOT m.received) > 50000) THEN
    RAISE EXCEPTION 'an account can have at most 50000 maps that it made itself' USING ERRCODE = 'CL400';
  END IF;
  RETURN NULL;
END $$;

-- Transfers a live map to the account of the e-mail and returns that account: null when the map no longer
-- belongs to `from_account`, `from_account` itself (without a change) when the e-mail is its own. A pending
-- new owner is invited (queue_invitation skips others). The acting account is charged, unless `daily_limit`
-- is null. SQLSTATE CL429 when its daily transfers are used up, CL400 when too many of its invitations wait.
CREATE OR REPLACE FUNCTION transfer_map(
  of_map bigint, from_account bigint, to_email text, by_account bigint, daily_limit integer DEFAULT NULL
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE to_account bigint;
BEGIN
  PERFORM FROM maps m WHERE m.id = of_map AND m.account_id = from_account AND m.deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  to_account := account_for_email(to_email);
  IF to_account <> from_account THEN
    IF daily_limit IS NOT NULL THEN PERFORM charge_account(by_account, 'transfers', 1, daily_limit); END IF;
    UPDATE maps SET account_id = to_account, received = true, updated_at = now() WHERE id = of_map;
    -- A share with the owner would list the map twice.
    DELETE FROM shares s WHERE s.map_id = of_map AND s.account_id = to_account;
    PERFORM queue_invitation(to_account, of_map, by_account);
  END IF;
  RETURN to_account;
END $$;

-- Makes an active, private copy of a live map: description, palette, legend, field definitions, ranges of
-- choropleths, and the markers with a pin, the areas, both or neither. Expired markers and shares are left
-- out. No row when the map does not belong to `for_account`. The source is not locked. The copy is consistent
-- although it takes several statements: markers are those of one moment, counts are those of the copied
-- markers, and legend and fields are read afterwards, so that they have the names in the markers. An import
-- that commits between the count and the copy may add as many markers as it has rows. `open_jobs` are imports
-- of the source whose custom fields are not defined yet, which happens when an import ends. Returns the
-- number of copied bytes, including 16 KB for the map itself. SQLSTATE CL429, before any marker is copied,
-- when they exceed the rest of the account's `daily_bytes`; clone_map_within charges them.
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
  INSERT INTO maps (account_id, name, description, palette, extended_colors, lost_fields)
  SELECT s.account_id, new_name, s.description, s.palette, s.extended_colors, s.lost_fields FROM maps s
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
    first_id := reserve_marker_ids(reserved);
    INSERT INTO markers (map_id, id{{cloned:, ?}})
    SELECT new_map, first_id + row_number() OVER (ORDER BY m.id) - 1{{cloned:, m.?}}
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
  INSERT INTO choropleth_ranges (map_id, key, heading, classes, used_at)
  SELECT new_map, r.key, r.heading, r.classes, r.used_at FROM choropleth_ranges r WHERE r.map_id = of_map;

  id := new_map;
  RETURN NEXT;
END $$;

-- Calls clone_map and charges the account afterwards, so that clones of one account need not wait for each
-- other. Concurrent clones that exceed the allowance together are refused at their end.
CREATE OR REPLACE FUNCTION clone_map_within(
  of_map bigint, for_account bigint, new_name text, with_pinned boolean, with_areas boolean, daily_bytes bigint
) RETURNS TABLE (id bigint, open_jobs json) LANGUAGE plpgsql AS $$
DECLARE clone record;
BEGIN
  SELECT * INTO clone FROM clone_map(of_map, for_account, new_name, with_pinned, with_areas, daily_bytes);
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM charge_account(for_account, 'cloned_bytes', clone.bytes, daily_bytes);
  RETURN QUERY SELECT clone.id, clone.open_jobs;
END $$;

-- The entity tag of an answer, which changes with it.
CREATE OR REPLACE FUNCTION etag_of(answer text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT '"' || left(encode(sha256(convert_to(answer, 'UTF8')), 'hex'), 32) || '"'
$$;

-- The entity tag of a map as the API shows it, with the markers and areas that it counts and the time of
-- their last change. Times are written as numbers, as their texts depend on the session.
CREATE OR REPLACE FUNCTION map_tag(m maps, owner_email text, markers bigint, areas bigint, changed_at timestamptz) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT etag_of(json_build_array(
    m.id, m.name, m.description, owner_email, m.status, extract(epoch FROM m.created_at),
    extract(epoch FROM greatest(m.updated_at, changed_at)), m.private, m.extended_colors, coalesce(markers, 0), coalesce(areas, 0))::text)
$$;

-- The tag that a map has now; counted as in src/store/maps.ts. Volatile, so that an UPDATE that waited for
-- another reads the map anew.
CREATE OR REPLACE FUNCTION current_map_tag(of_map bigint) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  m maps;
  owner_email text;
  counted record;
  settled timestamptz;
  gone record;
BEGIN
  SELECT o.* INTO m FROM maps o WHERE o.id = of_map;
  SELECT a.email INTO owner_email FROM accounts a WHERE a.id = m.account_id;
  SELECT sum(c.markers)::bigint AS markers, sum(c.areas)::bigint AS areas, max(c.changed_at) AS changed_at INTO counted
    FROM map_counts c WHERE c.map_id = of_map;
  SELECT s.settled_at INTO settled FROM expiry_settlements s WHERE s.map_id = of_map;
  SELECT count(*) AS markers, count(*) FILTER (WHERE is_area(e.type)) AS areas INTO gone
    FROM markers e WHERE e.map_id = of_map AND e.expires_at <= now() AND e.expires_at > coalesce(settled, '-infinity');
  RETURN map_tag(m, owner_email, counted.markers - gone.markers, counted.areas - gone.areas, counted.changed_at);
END $$;
