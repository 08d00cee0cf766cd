-- Importing into a map that has markers already: what a block meets is looked up by one statement, decided by the service together
-- with the upload's own rows, and what is left is copied like the first time. No staging table, no loop over rows, and no plan that
-- hangs on statistics, which a young database has not.

-- With the name's hash a row costs one look however many markers lie at one point (all that is geocoded to a city's centre):
-- 6,000 rows onto 40,000 of one point read 6,000 entries instead of 240 million. Costs a COPY of 300,000 rows 3 to 5 %, and 16 MB
-- instead of 12. Boxes use it as before, for it begins with map and cell.
DROP INDEX markers_cell;
CREATE INDEX markers_cell ON markers (map_id, cell, hashtext(btrim(name)));

DROP FUNCTION merge_staged(bigint, text, text[]);
DROP FUNCTION overwrite_marker(bigint, bigint, markers);
DROP FUNCTION has_foreign_markers(bigint, bigint, bigint);

-- Errors were a list of objects, read as a whole by every poll. Now `rejections` has each reason once and the rows in runs:
-- {"reasons": [[code, column, message]], "runs": [[reason, index, line, rows]]}; rows of a run follow each other in record and line
-- (a line of 0: none). `head` has the first of them ready for the job's `errors`, as many as may be among its first 1,000.
ALTER TABLE import_blocks ADD COLUMN unchanged integer NOT NULL DEFAULT 0, ADD COLUMN rejections json, ADD COLUMN head json;
UPDATE import_blocks b SET
  head = (SELECT json_agg(x.e ORDER BY x.at) FROM json_array_elements(b.errors) WITH ORDINALITY x (e, at) WHERE x.at <= 1000),
  rejections = (SELECT json_build_object(
      'reasons', json_agg(json_build_array(x.e->'code', x.e->'column', x.e->'message') ORDER BY x.at),
      'runs', json_agg(json_build_array(x.at - 1, x.e->'index', coalesce((x.e->>'line')::bigint, 0), 1) ORDER BY x.at))
    FROM json_array_elements(b.errors) WITH ORDINALITY x (e, at))
WHERE b.errors IS NOT NULL;
ALTER TABLE import_blocks DROP COLUMN errors;

-- Records a block (columns of import_blocks by name), unless the lease is lost (SQLSTATE CL001) or the block is recorded
-- already (unique_violation). The share lock holds back a new claim and a cancellation until this transaction ends. Nobody is
-- notified: NOTIFY makes all commits of the cluster wait for each other, and who watches a job polls it.
DROP FUNCTION record_block(text, bigint, integer, json);
CREATE FUNCTION record_block(of_job text, with_lease bigint, more_markers integer, more_areas integer, record json) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  of_map bigint;
  b import_blocks := json_populate_record(NULL::import_blocks, record);
BEGIN
  SELECT map_id INTO of_map FROM jobs WHERE id = of_job AND lease = with_lease AND status = 'processing' FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease on % is lost', of_job USING ERRCODE = 'CL001'; END IF;
  b.job_id := of_job;
  INSERT INTO import_blocks VALUES (b.*);
  IF more_markers <> 0 OR more_areas <> 0 THEN PERFORM add_counts(of_map, more_markers, more_areas); END IF;
END $$;

-- As before, for a legend of at most 5,000 entries (decision 62): a category beyond has no entry (`listed`), and the palette's first
-- colour. New entries are written by one statement.
DROP FUNCTION ensure_categories(bigint, text[], text[], text[]);
CREATE FUNCTION ensure_categories(of_map bigint, names text[], wished text[], palette text[])
RETURNS TABLE (name text, color text, listed boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  layer bigint;
  colors text[];
  uses integer[];
  next_ordering integer;
  room integer;
  best integer;
  new_names text[] := '{}';
  new_colors text[] := '{}';
  unlisted boolean[] := array_fill(false, ARRAY[cardinality(names)]);
BEGIN
  colors := legend_colors(of_map, names);
  IF array_position(colors, NULL) IS NULL THEN
    NULL;
  -- A full legend is not locked for what it cannot take.
  ELSIF (SELECT count(*) FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
         WHERE l.map_id = of_map AND l.is_default) >= 5000 THEN
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
    SELECT coalesce(max(e.ordering) + 1, 0), 5000 - count(*) INTO next_ordering, room
      FROM legend_entries e WHERE e.map_id = of_map AND e.layer_id = layer;
    colors := legend_colors(of_map, names);
    FOR i IN 1 .. cardinality(names) LOOP
      CONTINUE WHEN colors[i] IS NOT NULL;
      IF room <= 0 THEN
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
    END LOOP;
    INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
    SELECT of_map, layer, n.name, n.color, next_ordering + n.at - 1 FROM unnest(new_names, new_colors) WITH ORDINALITY n (name, color, at)
    ORDER BY n.at;
  END IF;
  RETURN QUERY SELECT n.name, n.color, NOT n.unlisted FROM unnest(names, colors, unlisted) WITH ORDINALITY n (name, color, unlisted, at)
    ORDER BY n.at;
END $$;

-- As before, for at most 1,000 fields a map (decision 62). Returns how many of the names have no definition afterwards.
DROP FUNCTION ensure_fields(bigint, text[], text[]);
CREATE FUNCTION ensure_fields(of_map bigint, names text[], types text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  room bigint;
  missing integer;
  defined integer;
BEGIN
  SELECT count(*) INTO missing FROM unnest(names) n WHERE NOT has_field(of_map, n);
  IF missing = 0 THEN RETURN 0; END IF;
  -- A full map is not locked for what it cannot take.
  IF (SELECT count(*) FROM field_definitions f WHERE f.map_id = of_map) >= 1000 THEN RETURN missing; END IF;
  PERFORM lock_default_layer(of_map);
  SELECT 1000 - count(*) INTO room FROM field_definitions f WHERE f.map_id = of_map;
  INSERT INTO field_definitions (map_id, name, type, ordering)
  SELECT of_map, n.name, n.type,
         (SELECT coalesce(max(f.ordering), -1) FROM field_definitions f WHERE f.map_id = of_map)
         + row_number() OVER (ORDER BY n.at)
  FROM unnest(names, types) WITH ORDINALITY n (name, type, at)
  WHERE NOT has_field(of_map, n.name)
  ORDER BY n.at LIMIT greatest(room, 0)
  ON CONFLICT (map_id, md5(name)) DO NOTHING;
  GET DIAGNOSTICS defined = ROW_COUNT;
  RETURN missing - defined;
END $$;
