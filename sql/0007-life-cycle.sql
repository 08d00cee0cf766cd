-- Somebody who was named by e-mail (share, transfer) and has not set a password yet.
ALTER TABLE accounts ADD COLUMN pending boolean NOT NULL DEFAULT false;

-- The account with this e-mail (compared without case), made pending when there is none.
CREATE FUNCTION account_for_email(wanted text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE account bigint;
BEGIN
  LOOP
    SELECT a.id INTO account FROM accounts a WHERE lower(a.email) = lower(wanted);
    IF FOUND THEN RETURN account; END IF;
    INSERT INTO accounts (email, plan, pending) VALUES (wanted, 'free', true) ON CONFLICT (lower(email)) DO NOTHING;
  END LOOP;
END $$;

-- Moves a live map from its owner to whoever has the e-mail, and returns that account: null when the map is not
-- `from_account`'s any more, `from_account` itself (nothing changed) when the e-mail is its own. A new owner whose account is
-- pending is invited (queue_invitation of 0009 leaves others alone).
CREATE FUNCTION transfer_map(of_map bigint, from_account bigint, to_email text, by_account bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE to_account bigint;
BEGIN
  PERFORM FROM maps m WHERE m.id = of_map AND m.account_id = from_account AND m.deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  to_account := account_for_email(to_email);
  IF to_account <> from_account THEN
    UPDATE maps SET account_id = to_account, updated_at = now() WHERE id = of_map;
    -- What is shared with its owner would be listed twice.
    DELETE FROM shares s WHERE s.map_id = of_map AND s.account_id = to_account;
    PERFORM queue_invitation(to_account, of_map, by_account);
  END IF;
  RETURN to_account;
END $$;

-- reserve_marker_ids for a statement that goes on for seconds: the lock is given back here and not at the end, or every
-- single create and every new import would wait for it. Rolling a block back releases the locks it took; sequences do
-- not roll back.
CREATE FUNCTION reserve_marker_ids_briefly(amount bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE first bigint;
BEGIN
  BEGIN
    first := reserve_marker_ids(amount);
    RAISE EXCEPTION USING ERRCODE = 'CL000';
  EXCEPTION WHEN SQLSTATE 'CL000' THEN
    RETURN first;
  END;
END $$;

-- Makes an active, private copy of a live map: description, palette, legend, field definitions, and of the markers those
-- with a pin, the areas, both or neither. Expired markers and shares stay behind. No row when the map is not
-- `for_account`'s. One statement, so that all of it, the counts too, is of one snapshot, however much is written to
-- the source meanwhile; nothing of the source is locked.
-- `open_jobs` are the imports of the source whose custom fields are not defined yet: that is done when an import ends.
CREATE FUNCTION clone_map(of_map bigint, for_account bigint, new_name text, with_pinned boolean, with_areas boolean)
RETURNS TABLE (id bigint, open_jobs json) LANGUAGE sql AS $$
  WITH new_map AS (
    INSERT INTO maps (account_id, name, description, extended_colors)
    SELECT s.account_id, new_name, s.description, s.extended_colors FROM maps s
    WHERE s.id = of_map AND s.account_id = for_account AND s.deleted_at IS NULL
    RETURNING maps.id
  ), new_layer AS (
    INSERT INTO layers (map_id, is_default) SELECT n.id, true FROM new_map n RETURNING layers.map_id, layers.id
  ), new_legend AS (
    INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
    SELECT n.map_id, n.id, e.name, e.color, e.ordering
    FROM new_layer n, layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
    WHERE l.map_id = of_map AND l.is_default ORDER BY e.ordering, e.position
  ), new_fields AS (
    INSERT INTO field_definitions (map_id, name, type, ordering)
    SELECT n.id, f.name, f.type, f.ordering FROM new_map n, field_definitions f
    WHERE f.map_id = of_map ORDER BY f.ordering, f.id
  ), amount AS MATERIALIZED (
    SELECT count(*) AS markers, count(*) FILTER (WHERE is_area(m.type)) AS areas FROM markers m
    WHERE m.map_id = of_map AND CASE WHEN is_area(m.type) THEN with_areas ELSE with_pinned END
      AND (m.expires_at IS NULL OR m.expires_at > now())
  ), new_counts AS (
    INSERT INTO map_counts (map_id, shard, markers, areas) SELECT n.id, 0, a.markers, a.areas FROM new_map n, amount a
  ), ids AS MATERIALIZED (
    SELECT reserve_marker_ids_briefly(a.markers) AS first FROM new_map n, amount a WHERE a.markers > 0
  ), new_markers AS (
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, radius, street, street2, city, state, country, zip,
                         custom_fields, extras, region_source, expires_at, category, color, created_at)
    SELECT n.id, i.first + row_number() OVER (ORDER BY m.id) - 1, m.name, m.type, m.lat, m.lng, m.cell, m.radius,
           m.street, m.street2, m.city, m.state, m.country, m.zip,
           m.custom_fields, m.extras, m.region_source, m.expires_at, m.category, m.color, m.created_at
    FROM new_map n, ids i, markers m
    WHERE m.map_id = of_map AND CASE WHEN is_area(m.type) THEN with_areas ELSE with_pinned END
      AND (m.expires_at IS NULL OR m.expires_at > now())
  )
  SELECT n.id, (SELECT json_agg(j.id) FROM jobs j
                WHERE j.map_id = of_map AND j.kind = 'bulk_import' AND j.completed_at IS NULL AND j.started_at IS NOT NULL)
  FROM new_map n
$$;
