-- A category or a field may be named with as many characters as any other text of a marker, and an index row holds
-- about 2,700 bytes: names are unique by their digest. Each of these indexes is the only one that begins with map_id,
-- so that no statistics can make the planner read a whole legend for one name.
ALTER TABLE legend_entries DROP CONSTRAINT legend_entries_pkey, ADD PRIMARY KEY (position);
CREATE UNIQUE INDEX legend_entries_name ON legend_entries (map_id, layer_id, md5(name));
ALTER TABLE field_definitions DROP CONSTRAINT field_definitions_map_id_name_key,
  DROP CONSTRAINT field_definitions_pkey, ADD PRIMARY KEY (id);
CREATE UNIQUE INDEX field_definitions_name ON field_definitions (map_id, md5(name));

-- The layers of a map and "kept in sync" (specification §4.4, rule 6): every layer has its own copy of the legend and
-- the API's legend is the copy of the default layer. So a map with one layer has one copy, which PUT and the writers of
-- markers change in the statement that changes anything at all; other layers, where a map has them, keep their copies.
-- Whoever changes the default layer's copy holds the lock on the layer's row from before its first look.
CREATE FUNCTION lock_default_layer(of_map bigint) RETURNS bigint LANGUAGE sql AS $$
  SELECT id FROM layers WHERE map_id = of_map AND is_default FOR UPDATE
$$;

-- The colour of each name on the default layer, null for one that the legend lacks. A subquery for each name, as a join is
-- planned for the one row that an unknown map is taken to have: it compares every name with every entry.
CREATE FUNCTION legend_colors(of_map bigint, names text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg((
      SELECT e.color FROM legend_entries e
      WHERE e.map_id = of_map AND e.layer_id = (SELECT l.id FROM layers l WHERE l.map_id = of_map AND l.is_default)
        AND md5(e.name) = md5(n.name)) ORDER BY n.at), '{}')
  FROM unnest(names) WITH ORDINALITY n (name, at)
$$;

-- The next `amount` colours for new categories: the least used one, the first of them in palette order, again and again.
-- Drawing a colour for the nth time is level n: levels one after the other, each in palette order, and never more of
-- them than it takes to share out what is taken and what is wanted.
CREATE FUNCTION draw_colors(palette text[], taken text[], amount bigint) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT p.color
  FROM (SELECT c.color, c.at, count(t.color) AS uses
        FROM unnest(palette) WITH ORDINALITY c (color, at) LEFT JOIN unnest(taken) t (color) ON t.color = c.color
        GROUP BY c.color, c.at) p
  CROSS JOIN LATERAL generate_series(p.uses + 1,
    ceil((cardinality(taken) + amount)::numeric / cardinality(palette))::bigint) level
  ORDER BY level, p.at LIMIT amount
$$;

-- Puts the list in the place of the default layer's legend. A null colour is that of the category of this name so far;
-- the names that are new then draw colours, after all that are given or kept are reserved. Markers stay as they are.
-- Returns the new legend in display order.
CREATE FUNCTION replace_legend(of_map bigint, names text[], colors text[], orderings integer[], palette text[])
RETURNS TABLE (name text, color text, ordering integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  layer bigint := lock_default_layer(of_map);
  reserved text[];
BEGIN
  SELECT coalesce(array_agg(coalesce(n.given, n.kept) ORDER BY n.at), '{}') INTO reserved
    FROM unnest(colors, legend_colors(of_map, names)) WITH ORDINALITY n (given, kept, at);
  DELETE FROM legend_entries e WHERE e.map_id = of_map AND e.layer_id = layer;
  INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
  SELECT of_map, layer, n.name, coalesce(n.color, d.color), n.ordering
  FROM (SELECT *, row_number() OVER (PARTITION BY x.color IS NULL ORDER BY x.at) AS draw
        FROM unnest(names, reserved, orderings) WITH ORDINALITY x (name, color, ordering, at)) n
  LEFT JOIN draw_colors(palette, reserved, cardinality(names)) WITH ORDINALITY d (color, at)
    ON n.color IS NULL AND d.at = n.draw
  ORDER BY n.at;
  RETURN QUERY SELECT e.name, e.color, e.ordering FROM legend_entries e
    WHERE e.map_id = of_map AND e.layer_id = layer ORDER BY e.ordering, e.position;
END $$;

CREATE FUNCTION clear_legend(of_map bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE layer bigint := lock_default_layer(of_map);
BEGIN
  DELETE FROM legend_entries e WHERE e.map_id = of_map AND e.layer_id = layer;
END $$;

-- Gives every category of `names` its legend colour on the default layer, making the entries that are missing: with
-- the wished colour when there is one, otherwise with the least used colour of the palette, first in palette order
-- (which is the first unused one while there is one). Returns names and colours in the order asked for. Entries can go
-- meanwhile: what is found without the lock is found in one look.
CREATE FUNCTION ensure_categories(of_map bigint, names text[], wished text[], palette text[])
RETURNS TABLE (name text, color text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  layer bigint;
  colors text[];
  uses integer[];
  next_ordering integer;
  best integer;
  at integer;
BEGIN
  colors := legend_colors(of_map, names);
  IF array_position(colors, NULL) IS NOT NULL THEN
    layer := lock_default_layer(of_map);
    SELECT array_agg(coalesce(u.times, 0) ORDER BY p.at) INTO uses
      FROM unnest(palette) WITH ORDINALITY p (color, at)
      LEFT JOIN (SELECT e.color, count(*)::integer AS times FROM legend_entries e
                 WHERE e.map_id = of_map AND e.layer_id = layer GROUP BY e.color) u ON u.color = p.color;
    SELECT coalesce(max(e.ordering) + 1, 0) INTO next_ordering
      FROM legend_entries e WHERE e.map_id = of_map AND e.layer_id = layer;
    colors := legend_colors(of_map, names);
    FOR i IN 1 .. cardinality(names) LOOP
      CONTINUE WHEN colors[i] IS NOT NULL;
      IF wished[i] IS NOT NULL THEN
        best := array_position(palette, wished[i]);
      ELSE
        best := 1;
        FOR at IN 2 .. cardinality(palette) LOOP
          IF uses[at] < uses[best] THEN best := at; END IF;
        END LOOP;
      END IF;
      IF best IS NOT NULL THEN uses[best] := uses[best] + 1; END IF;
      colors[i] := coalesce(wished[i], palette[best]);
      INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
      VALUES (of_map, layer, names[i], colors[i], next_ordering);
      next_ordering := next_ordering + 1;
    END LOOP;
  END IF;
  RETURN QUERY SELECT n.name, n.color FROM unnest(names, colors) WITH ORDINALITY n (name, color, at) ORDER BY n.at;
END $$;

CREATE FUNCTION has_field(of_map bigint, field_name text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (SELECT f.id FROM field_definitions f WHERE f.map_id = of_map AND md5(f.name) = md5(field_name)) IS NOT NULL
$$;

-- Defines the custom fields that the map does not know yet, in the order given.
CREATE FUNCTION ensure_fields(of_map bigint, names text[], types text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(names) n WHERE NOT has_field(of_map, n)) THEN RETURN; END IF;
  PERFORM lock_default_layer(of_map);
  INSERT INTO field_definitions (map_id, name, type, ordering)
  SELECT of_map, n.name, n.type,
         (SELECT coalesce(max(f.ordering), -1) FROM field_definitions f WHERE f.map_id = of_map)
         + row_number() OVER (ORDER BY n.at)
  FROM unnest(names, types) WITH ORDINALITY n (name, type, at)
  WHERE NOT has_field(of_map, n.name)
  ON CONFLICT (map_id, md5(name)) DO NOTHING;
END $$;
