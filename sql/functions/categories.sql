-- The layers of a map and "kept in sync" (docs/decisions.md#layers): every layer has its own copy of the legend and
-- the API's legend is the copy of the default layer. So a map with one layer has one copy, which PUT and the writers of
-- markers change in the statement that changes anything at all; other layers, where a map has them, keep their copies.
-- Whoever changes the default layer's copy holds the lock on the layer's row from before its first look.

CREATE OR REPLACE FUNCTION lock_default_layer(of_map bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT l.id FROM (SELECT o.id FROM layers o WHERE o.map_id = of_map AND o.is_default FOR UPDATE) l);
END $$;

-- The colour of each name on the default layer, null for one that the legend lacks. A subquery for each name, as a join is
-- planned for the one row that an unknown map is taken to have: it compares every name with every entry.
CREATE OR REPLACE FUNCTION legend_colors(of_map bigint, names text[]) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE colors text[];
BEGIN
  SELECT coalesce(array_agg((
      SELECT e.color FROM legend_entries e
      WHERE e.map_id = of_map AND e.layer_id = (SELECT l.id FROM layers l WHERE l.map_id = of_map AND l.is_default)
        AND md5(e.name) = md5(n.name)) ORDER BY n.at), '{}') INTO colors
  FROM unnest(names) WITH ORDINALITY n (name, at);
  RETURN colors;
END $$;

-- The next `amount` colours for new categories: the least used one, the first of them in palette order, again and again.
-- Drawing a colour for the nth time is level n: levels one after the other, each in palette order, and never more of
-- them than it takes to share out what is taken and what is wanted.
CREATE OR REPLACE FUNCTION draw_colors(palette text[], taken text[], amount bigint) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
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
CREATE OR REPLACE FUNCTION replace_legend(of_map bigint, names text[], colors text[], orderings integer[], palette text[])
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

CREATE OR REPLACE FUNCTION clear_legend(of_map bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE layer bigint := lock_default_layer(of_map);
BEGIN
  DELETE FROM legend_entries e WHERE e.map_id = of_map AND e.layer_id = layer;
END $$;

-- Gives every category of `names` its legend colour on the default layer, making the entries that are missing: with the wished colour when
-- there is one, otherwise with the least used colour of the palette, first in palette order (which is the first unused one while there is
-- one). A legend has at most 5,000 entries (docs/decisions.md#legends-and-fields), whose names have 4 MiB together, for GET /categories has no pages: a category beyond
-- has no entry (`listed`), and the palette's first colour. Returns names and colours in the order asked for. Entries can go meanwhile: what
-- is found without the lock is found in one look.
CREATE OR REPLACE FUNCTION ensure_categories(of_map bigint, names text[], wished text[], palette text[])
RETURNS TABLE (name text, color text, listed boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  layer bigint;
  colors text[];
  uses integer[];
  next_ordering integer;
  room integer;
  room_bytes bigint;
  best integer;
  new_names text[] := '{}';
  new_colors text[] := '{}';
  unlisted boolean[] := array_fill(false, ARRAY[cardinality(names)]);
BEGIN
  colors := legend_colors(of_map, names);
  IF array_position(colors, NULL) IS NULL THEN
    NULL;
  -- A full legend is not locked for what it cannot take.
  ELSIF (SELECT count(*) >= 5000 OR coalesce(sum(octet_length(e.name)), 0) >= 4194304
         FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
         WHERE l.map_id = of_map AND l.is_default) THEN
    FOR i IN 1 .. cardinality(names) LOOP
      CONTINUE WHEN colors[i] IS NOT NULL;
      colors[i] := coalesce(wished[i], palette[1]);
      unlisted[i] := true;
    END LOOP;
  ELSE
    layer := lock_default_layer(of_map);
    SELECT array_agg(coalesce(u.times, 0) ORDER BY p.at) INTO uses
      FROM unnest(palette) WITH ORDINALITY p (color, at)
      LEFT JOIN (SELECT e.color, count(*)::integer AS times FROM legend_entries e
                 WHERE e.map_id = of_map AND e.layer_id = layer GROUP BY e.color) u ON u.color = p.color;
    SELECT coalesce(max(e.ordering) + 1, 0), 5000 - count(*), 4194304 - coalesce(sum(octet_length(e.name)), 0)
      INTO next_ordering, room, room_bytes
      FROM legend_entries e WHERE e.map_id = of_map AND e.layer_id = layer;
    colors := legend_colors(of_map, names);
    FOR i IN 1 .. cardinality(names) LOOP
      CONTINUE WHEN colors[i] IS NOT NULL;
      IF room <= 0 OR room_bytes < octet_length(names[i]) THEN
        colors[i] := coalesce(wished[i], palette[1]);
        unlisted[i] := true;
        CONTINUE;
      END IF;
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
      new_names := new_names || names[i];
      new_colors := new_colors || colors[i];
      room := room - 1;
      room_bytes := room_bytes - octet_length(names[i]);
    END LOOP;
    INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
    SELECT of_map, layer, n.name, n.color, next_ordering + n.at - 1 FROM unnest(new_names, new_colors) WITH ORDINALITY n (name, color, at)
    ORDER BY n.at;
  END IF;
  RETURN QUERY SELECT n.name, n.color, NOT n.unlisted FROM unnest(names, colors, unlisted) WITH ORDINALITY n (name, color, unlisted, at)
    ORDER BY n.at;
END $$;

-- What ensure_categories gives, in two lists in the order of the names: a block may bring thousands. And the position of the legend's
-- first entry before, null where it had none.
CREATE OR REPLACE FUNCTION ensure_legend(
  of_map bigint, names text[], wished text[], palette text[], OUT colors json, OUT listed json, OUT first bigint
) LANGUAGE plpgsql AS $$
BEGIN
  -- + 0: a walk along the index of all maps' positions is no way.
  SELECT min(e.position + 0) INTO first FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
    WHERE l.map_id = of_map AND l.is_default;
  SELECT json_agg(c.color), json_agg(c.listed) INTO colors, listed FROM ensure_categories(of_map, names, wished, palette) c;
END $$;
