-- Legends of layers (docs/decisions.md#layers): every layer has its own copy of the legend, and the API shows
-- the copy of the default layer, which PUT and writers of markers change; other layers keep their copies. A
-- statement that changes the default layer's copy locks the layer's row before it reads the copy.

CREATE OR REPLACE FUNCTION lock_default_layer(of_map bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT l.id FROM (SELECT o.id FROM layers o WHERE o.map_id = of_map AND o.is_default FOR UPDATE) l);
END $$;

-- Returns the colour of each name on the default layer, null for names that the legend lacks. Uses a subquery
-- for each name, because a join is planned for a single row of an unknown map and compares every name with
-- every entry.
CREATE OR REPLACE FUNCTION legend_colors(of_map bigint, names text[]) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE colors text[];
BEGIN
  SELECT coalesce(array_agg((
      SELECT e.color FROM legend_entries e
      WHERE e.map_id = of_map AND e.layer_id = (SELECT l.id FROM layers l WHERE l.map_id = of_map AND l.is_default)
        AND hashtextextended(e.name, 0) = hashtextextended(n.name, 0) AND e.name = n.name) ORDER BY n.at), '{}') INTO colors
  FROM unnest(names) WITH ORDINALITY n (name, at);
  RETURN colors;
END $$;

-- Returns the next `amount` colours for new categories: each time the least used one, the first of them in
-- palette order. Drawing a colour for the nth time is level n: levels follow one another, each in palette
-- order, and only as many as are needed for the taken and the wanted colours together.
CREATE OR REPLACE FUNCTION draw_colors(palette text[], taken text[], amount bigint) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT p.color
  FROM (SELECT c.color, c.at, count(t.color) AS uses
        FROM unnest(palette) WITH ORDINALITY c (color, at) LEFT JOIN unnest(taken) t (color) ON t.color = c.color
        GROUP BY c.color, c.at) p
  CROSS JOIN LATERAL generate_series(p.uses + 1,
    ceil((cardinality(taken) + amount)::numeric / cardinality(palette))::bigint) level
  ORDER BY level, p.at LIMIT amount
$$;

-- Replaces the default layer's legend by the list. A null colour keeps the colour of the category of this
-- name; new names without a colour then draw one, after all given and kept colours are reserved. Markers do
-- not change. Returns the new legend in display order.
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
  PERFORM note_marker_change(of_map);
  RETURN QUERY SELECT e.name, e.color, e.ordering FROM legend_entries e
    WHERE e.map_id = of_map AND e.layer_id = layer ORDER BY e.ordering, e.position;
END $$;

CREATE OR REPLACE FUNCTION clear_legend(of_map bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE layer bigint := lock_default_layer(of_map);
BEGIN
  DELETE FROM legend_entries e WHERE e.map_id = of_map AND e.layer_id = layer;
  PERFORM note_marker_change(of_map);
END $$;

-- Gives every category of `names` its legend colour on the default layer, making the entries that are
-- missing: with the wished colour when there is one, otherwise with the least used colour of the palette,
-- first in palette order (which is the first unused one while there is one). A legend has at most 5,000
-- entries (docs/decisions.md#legends-and-fields), whose names have 4 MiB together, for GET /categories has no
-- pages: a category beyond has no entry (`listed`), and the palette's first colour. Returns names and colours
-- in the order asked for. Entries can go meanwhile: what is found without the lock is found in one look.
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
  -- A full legend is not locked, as it cannot take more entries.
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

-- The result of ensure_categories as two lists in the order of the names, as a block may bring thousands, and
-- the position of the legend's first entry before, null when it was empty.
CREATE OR REPLACE FUNCTION ensure_legend(
  of_map bigint, names text[], wished text[], palette text[], OUT colors json, OUT listed json, OUT first bigint
) LANGUAGE plpgsql AS $$
BEGIN
  -- + 0 keeps the planner from walking the index of all maps' positions.
  SELECT min(e.position + 0) INTO first FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
    WHERE l.map_id = of_map AND l.is_default;
  SELECT json_agg(c.color), json_agg(c.listed) INTO colors, listed FROM ensure_categories(of_map, names, wished, palette) c;
END $$;

-- Index of the functions of earlier versions (0018-digests-of-fips-builds.sql).
DROP INDEX IF EXISTS legend_entries_name;
