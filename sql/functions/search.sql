-- Marker search reads a map in steps. The settings leave one plan, because the planner estimates every map as
-- 1/200 of the table (see markers) and would sort a large map for each step.

-- Returns the id of the n-th marker after `after_id`; null when there are fewer. Runs as a separate
-- statement.
CREATE OR REPLACE FUNCTION nth_marker_after(of_map bigint, after_id bigint, n bigint) RETURNS bigint LANGUAGE plpgsql STABLE
SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT m.id FROM markers m WHERE m.map_id = of_map AND m.id > after_id ORDER BY m.id OFFSET n - 1 LIMIT 1);
END $$;

-- Returns the currently stale ids: those of the row, and those changed since.
CREATE OR REPLACE FUNCTION stale_ids(i search_indexes) RETURNS int8multirange LANGUAGE sql STABLE AS $$
  SELECT i.stale + coalesce(range_agg(coalesce(c.marker_ids, '{[1,)}')), '{}') FROM nearby_changes c
  WHERE c.map_id = i.map_id AND c.xid >= pg_snapshot_xmin(i.snapshot) AND NOT pg_visible_in_snapshot(c.xid, i.snapshot)
$$;

-- Keeps the ids of pruned changes as stale, if the texts do not include them yet.
CREATE OR REPLACE FUNCTION keep_stale_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_indexes i SET stale = i.stale + lost.ids
  FROM (SELECT c.map_id, range_agg(coalesce(c.marker_ids, '{[1,)}')) AS ids
        FROM pruned c JOIN search_indexes o ON o.map_id = c.map_id AND NOT pg_visible_in_snapshot(c.xid, o.snapshot)
        GROUP BY c.map_id) lost
  WHERE i.map_id = lost.map_id;
  RETURN NULL;
END $$;

-- Returns the grams by which `needle` is searched: at most 3 of 24 evenly spread ones, the rarest in a sample
-- of texts. Reading the list of a gram that half of all texts have takes 0.3 ms in each part, and excludes
-- only the other half. Choosing from 8 grams was too few: in "castle main street" the rare one is "e m",
-- where two words meet.
CREATE OR REPLACE FUNCTION rarest_grams(needle text, sample text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  c text := translate(needle, E'\x01', ' ');
  last_at integer := length(c) - 3;
  looks integer := least(24, last_at + 1);
BEGIN
  IF last_at <= 0 THEN RETURN ARRAY[c]; END IF;
  RETURN ARRAY(
    SELECT g.gram FROM (
      SELECT d.gram, d.at, d.uses, min(d.uses) OVER () AS least_uses FROM (
        SELECT u.gram, min(u.at) AS at, length(sample) - length(replace(sample, u.gram, '')) AS uses
        FROM (SELECT substr(c, 1 + i * last_at / (looks - 1), 3), i FROM generate_series(0, looks - 1) i) u (gram, at) GROUP BY u.gram) d) g
    -- Among similarly rare ones, take the first and the last, which overlap least.
    WHERE g.uses <= 15 + 3 * g.least_uses ORDER BY round(log(1 + g.uses)), abs(2 * g.at - looks + 1) DESC LIMIT 3);
END $$;

-- Query for texts with all of these grams, or too long to be indexed. A shorter needle is the prefix of
-- grams.
CREATE OR REPLACE FUNCTION search_query(part integer, grams text[]) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  prefix text := '''' || to_hex(part) || ':';
  all_of text := '';
  gram text;
BEGIN
  FOREACH gram IN ARRAY grams LOOP
    all_of := concat(all_of, '&', prefix, replace(replace(gram, '\', '\\'), '''', ''''''), CASE WHEN length(gram) < 3 THEN ''':*' ELSE '''' END);
  END LOOP;
  RETURN concat('(', substr(all_of, 2), ')|', prefix, 'long''')::tsquery;
END $$;

-- Returns the next markers after `after_id` that may have a category, or contain a text (lower case): `ids`,
-- ascending, at most `most` plus stale ones. They include all matches up to `reached`; null: all after
-- after_id. Either filter may be null. `ids` is null when the texts after after_id are missing or too old,
-- with over 20,000 stale ids. Stable, so that everything is read in the caller's snapshot. GIN alone can
-- serve the look for grams, so that one plan is right for all texts, and none is made for each part (0.15
-- of 0.3 ms). In a map of 1,000,000 that is alone the planner read the index of categories where few ids were
-- left, 11.4 ms for a rare text instead of 2.5; among 5,000 maps it read it in every part: 740 ms.
CREATE OR REPLACE FUNCTION search_candidates(
  of_map bigint, after_id bigint, of_category text, needle text, most integer, OUT ids bigint[], OUT reached bigint
) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_sort = off SET max_parallel_workers_per_gather = 0 SET jit = off AS $$
DECLARE
  i search_indexes;
  late int8multirange;
  last_id bigint;
  matching bigint[] := '{}';
  more bigint[];
  sample text;
  grams text[];
  looked bigint := 0;
  size integer := 150;
  seen bigint;
  part_at integer;
BEGIN
  SELECT * INTO i FROM search_indexes o WHERE o.map_id = of_map;
  IF NOT FOUND THEN RETURN; END IF;
  late := stale_ids(i);
  -- The upper end of an infinite range is null, and so is the sum.
  last_id := coalesce((SELECT min(lower(s.ids)) - 1 FROM (
      SELECT r, sum(coalesce(upper(r) - lower(r), 20001)) OVER (ORDER BY r) FROM unnest(late) r) s (ids, rows)
    WHERE s.rows > 20000), 9223372036854775807);
  IF last_id <= after_id THEN RETURN; END IF;
  reached := after_id;
  IF needle IS NULL THEN
    matching := ARRAY(
      SELECT t.marker_id FROM search_texts t
      WHERE t.map_id = of_map AND -t.map_id = -of_map
        AND hashtextextended(t.category, 0) = hashtextextended(of_category, 0) AND t.category = of_category
        AND t.marker_id > after_id AND t.marker_id <= last_id
      ORDER BY t.marker_id LIMIT most);
    reached := matching[most];
  ELSE
    -- Try a few texts first, which suffice for frequent needles and small categories. Each takes 0.7
    -- microseconds; with one match in 27, a page of 100 costs as much this way as through its part.
    FOR step IN 1 .. 3 LOOP
      IF of_category IS NULL THEN
        SELECT coalesce(array_agg(t.marker_id) FILTER (WHERE t.text IS NULL OR strpos(t.text, needle) > 0), '{}'),
               CASE WHEN count(*) = size THEN max(t.marker_id) END, coalesce(sample, left(string_agg(t.text, E'\n'), 6000))
          INTO more, reached, sample
          FROM (SELECT o.marker_id, o.text FROM search_texts o
                WHERE o.map_id = of_map AND o.map_id + 0 = of_map AND o.marker_id > reached AND o.marker_id <= last_id
                ORDER BY o.marker_id LIMIT size) t;
      ELSE
        SELECT coalesce(array_agg(t.marker_id) FILTER (WHERE t.text IS NULL OR strpos(t.text, needle) > 0), '{}'),
               CASE WHEN count(*) = size THEN max(t.marker_id) END, coalesce(sample, left(string_agg(t.text, E'\n'), 6000))
          INTO more, reached, sample
          FROM (SELECT o.marker_id, o.text FROM search_texts o
                WHERE o.map_id = of_map AND -o.map_id = -of_map
                  AND hashtextextended(o.category, 0) = hashtextextended(of_category, 0)
                  AND o.category = of_category AND o.marker_id > reached AND o.marker_id <= last_id
                ORDER BY o.marker_id LIMIT size) t;
      END IF;
      matching := matching || more;
      EXIT WHEN reached IS NULL OR cardinality(matching) >= most OR cardinality(more) < 6;
      size := least(4000, 1.2 * size * most / cardinality(more));
    END LOOP;
    WHILE reached < last_id AND cardinality(matching) < most AND looked < 20000 LOOP
      grams := coalesce(grams, rarest_grams(needle, coalesce(sample, '')));
      part_at := width_bucket(reached + 1, i.first_ids);
      SELECT coalesce(array_agg(t.marker_id) FILTER (
               WHERE (of_category IS NULL OR t.category = of_category) AND (t.text IS NULL OR strpos(t.text, needle) > 0)), '{}'), count(*)
        INTO more, seen FROM search_texts t
        WHERE t.map_id = of_map AND search_grams(t.part, t.text) @@ search_query(i.parts[part_at], grams)
          AND t.marker_id + 0 > reached AND t.marker_id + 0 <= last_id;
      matching := matching || more;
      looked := looked + seen;
      reached := i.first_ids[part_at + 1] - 1;
    END LOOP;
    IF cardinality(matching) > most THEN
      matching := ARRAY(SELECT f FROM unnest(matching) f ORDER BY f LIMIT most);
      reached := matching[most];
    END IF;
  END IF;
  reached := nullif(least(reached, last_id), 9223372036854775807);
  ids := ARRAY(
    SELECT unnest(matching) UNION
    SELECT m.id FROM unnest(late * int8multirange(int8range(after_id + 1, reached, '[]'))) r (ids)
    CROSS JOIN LATERAL (SELECT o.id FROM markers o WHERE o.map_id = of_map AND o.id >= lower(r.ids) AND o.id < upper(r.ids) OFFSET 0) m
    ORDER BY 1);
END $$;

-- Generic plans are impossible on Citus, whose plan begins with the node of the map, so there each statement
-- is planned for its values. `distribute` does the same for functions of databases that are distributed
-- later.
DO $$ BEGIN
  IF to_regclass('pg_dist_partition') IS NULL THEN RETURN; END IF;
  IF EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = 'search_texts'::regclass) THEN
    ALTER FUNCTION search_candidates(bigint, bigint, text, text, integer) RESET plan_cache_mode;
  END IF;
END $$;

-- Flushes the pending lists of a table's GIN indexes. Called on the node of a row, for the shard that it lies
-- in.
CREATE OR REPLACE FUNCTION sort_in(listed_of oid) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT sum(gin_clean_pending_list(i.indexrelid)) FROM pg_index i
          JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam AND a.amname = 'gin' WHERE i.indrelid = listed_of);
END $$;

-- Updates the texts of the next `rows` markers of a map. Returns true when there is more to do; false also
-- while another process does it. Texts to delete are found range by range before, like new ones: a DELETE
-- that joins the ranges read all texts of the map in each step, 0.3 s for 50 markers of 880,000.
CREATE OR REPLACE FUNCTION advance_search_index(of_map bigint, rows integer) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  i search_indexes;
  now_seen pg_snapshot;
  piece int8multirange;
  behind bigint;
  markers bigint;
  gone bigint[];
  gone_of_last integer;
BEGIN
  INSERT INTO search_indexes (map_id, snapshot, stale) VALUES (of_map, pg_current_snapshot(), '{[1,)}') ON CONFLICT DO NOTHING;
  -- From here on no change can be pruned unnoticed, as keep_stale_ids waits for this row lock.
  SELECT * INTO i FROM search_indexes o WHERE o.map_id = of_map FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  -- Later statements see at least this snapshot.
  now_seen := pg_current_snapshot();
  i.stale := stale_ids(i);
  IF pg_column_size(i.stale) > 100000 THEN i.stale := int8multirange(range_merge(i.stale)); END IF;
  -- Start a new part when the last one is full; rebuild everything when most markers of the parts are gone.
  SELECT coalesce(sum(c.markers), 0) INTO markers FROM map_counts c WHERE c.map_id = of_map;
  IF cardinality(i.parts) > 16 + markers / 16384 THEN i.stale := '{[1,)}'; END IF;
  IF i.stale @> int8range(1, NULL) THEN
    i.first_ids := '{1}';
    i.parts := ARRAY[nextval('search_parts')];
    i.last_rows := 0;
  ELSIF i.last_rows >= 65536 THEN
    SELECT max(t.marker_id) + 1 INTO behind FROM search_texts t WHERE t.map_id = of_map AND t.map_id + 0 = of_map;
    IF behind > i.first_ids[cardinality(i.first_ids)] THEN
      i.first_ids := i.first_ids || behind;
      i.parts := i.parts || nextval('search_parts')::integer;
      i.last_rows := 0;
    END IF;
  END IF;
  IF NOT isempty(i.stale) THEN
    piece := i.stale * int8multirange(int8range(lower(i.stale), nth_marker_after(of_map, lower(i.stale) - 1, rows), '[]'));
    SELECT array_agg(t.marker_id), count(*) FILTER (WHERE t.part = i.parts[cardinality(i.parts)]) INTO gone, gone_of_last
      FROM unnest(piece) r (ids)
      CROSS JOIN LATERAL (
        SELECT o.marker_id, o.part FROM search_texts o WHERE o.map_id = of_map AND o.map_id + 0 = of_map
          AND o.marker_id >= lower(r.ids) AND o.marker_id < coalesce(upper(r.ids), 9223372036854775807) OFFSET 0) t;
    IF gone IS NOT NULL THEN
      DELETE FROM search_texts t WHERE t.map_id = of_map AND t.map_id + 0 = of_map AND t.marker_id = ANY (gone);
      i.last_rows := i.last_rows - gone_of_last;
    END IF;
    INSERT INTO search_texts (map_id, marker_id, part, category, text)
    SELECT m.map_id, m.id, i.parts[width_bucket(m.id, i.first_ids)], m.category, CASE WHEN length(m.text) <= 10000 THEN m.text END
    FROM unnest(piece) r (ids)
    CROSS JOIN LATERAL (
      SELECT o.map_id, o.id, o.category, lower(concat_ws(E'\n', o.name{{own:, o.?}}{{address:, o.?}},
        o.extras ->> 'location_code', (SELECT string_agg(f.value, E'\n') FROM json_each_text(o.custom_fields) f))) AS text
      FROM markers o WHERE o.map_id = of_map AND o.id >= lower(r.ids)
        AND o.id < coalesce(upper(r.ids), 9223372036854775807) OFFSET 0) m;
    SELECT i.last_rows + count(*) INTO i.last_rows FROM unnest(piece) r (ids)
      CROSS JOIN LATERAL (
        SELECT FROM search_texts o WHERE o.map_id = of_map AND o.map_id + 0 = of_map
          AND o.marker_id >= greatest(lower(r.ids), i.first_ids[cardinality(i.first_ids)])
          AND o.marker_id < coalesce(upper(r.ids), 9223372036854775807) OFFSET 0) written;
    i.stale := i.stale - piece;
    PERFORM sort_in(t.of_table) FROM (
      SELECT o.tableoid AS of_table FROM search_texts o WHERE o.map_id = of_map AND o.map_id + 0 = of_map LIMIT 1) t;
  END IF;
  UPDATE search_indexes o SET snapshot = now_seen, stale = i.stale, first_ids = i.first_ids, parts = i.parts, last_rows = i.last_rows
    WHERE o.map_id = of_map;
  RETURN NOT isempty(i.stale);
END $$;

-- Index of the functions of earlier versions (0018-digests-of-fips-builds.sql).
DROP INDEX IF EXISTS search_texts_by_category_of_map;
