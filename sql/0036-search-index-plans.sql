-- Statements of search were planned as it seemed best for the table, which was wrong for a map that has most of it and for one that has
-- little of it. Each has one index that can serve it now, whatever statistics say.

-- By category: the map in a form of its own, as in search_texts_by_marker. As it is, it served, badly, for the look for grams.
DO $$ BEGIN
  CREATE INDEX search_texts_by_category_of_map ON search_texts (md5(category), (-map_id), marker_id);
  ALTER INDEX search_texts_by_category_of_map ALTER COLUMN 1 SET STATISTICS 0;
  ALTER INDEX search_texts_by_category_of_map ALTER COLUMN 2 SET STATISTICS 0;
  DROP INDEX search_texts_by_category;
END $$;

-- As in 0020, but that GIN alone can serve the look for grams, so that one plan is right for all texts, and none is made for each part
-- (0.15 of 0.3 ms). In a map of 1,000,000 that is alone the planner read the index of categories where few ids were left, 11.4 ms for a
-- rare text instead of 2.5; among 5,000 maps it read it in every part: 740 ms.
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
  -- The upper end of a range without end is null, and so is the sum then.
  last_id := coalesce((SELECT min(lower(s.ids)) - 1 FROM (
      SELECT r, sum(coalesce(upper(r) - lower(r), 20001)) OVER (ORDER BY r) FROM unnest(late) r) s (ids, rows)
    WHERE s.rows > 20000), 9223372036854775807);
  IF last_id <= after_id THEN RETURN; END IF;
  reached := after_id;
  IF needle IS NULL THEN
    matching := ARRAY(
      SELECT t.marker_id FROM search_texts t
      WHERE t.map_id = of_map AND -t.map_id = -of_map AND md5(t.category) = md5(of_category) AND t.category = of_category
        AND t.marker_id > after_id AND t.marker_id <= last_id
      ORDER BY t.marker_id LIMIT most);
    reached := matching[most];
  ELSE
    -- Is it so frequent, or the category so small, that a few texts are enough? Each takes 0.7 microseconds; where one in 27 matches, a page
    -- of 100 costs as much this way as by its part.
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
                WHERE o.map_id = of_map AND -o.map_id = -of_map AND md5(o.category) = md5(of_category)
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

-- As in 0020, but of 24 grams instead of 8: in "castle main street" it is "e m", where two words meet, that few texts have.
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
    -- Of those that are about as rare, the first and the last, which have nothing in common.
    WHERE g.uses <= 15 + 3 * g.least_uses ORDER BY round(log(1 + g.uses)), abs(2 * g.at - looks + 1) DESC LIMIT 3);
END $$;

-- As in 0035, but that the texts that go are found before, range by range, as the texts that come are. A DELETE that joins the ranges
-- read all texts of the map in each step, 0.3 s for 50 markers of 880,000: the index of 1,000,000 took half an hour instead of two minutes.
CREATE OR REPLACE FUNCTION advance_search_index(of_map bigint, rows integer) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  i search_indexes;
  now_seen pg_snapshot;
  piece int8multirange;
  behind bigint;
  markers bigint;
  gone bigint[];
BEGIN
  INSERT INTO search_indexes (map_id, snapshot, stale) VALUES (of_map, pg_current_snapshot(), '{[1,)}') ON CONFLICT DO NOTHING;
  -- From here on no change that the row does not cover can be forgotten: keep_stale_ids waits for the row.
  SELECT * INTO i FROM search_indexes o WHERE o.map_id = of_map FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  -- Statements below see at least as much as this.
  now_seen := pg_current_snapshot();
  i.stale := stale_ids(i);
  IF pg_column_size(i.stale) > 100000 THEN i.stale := int8multirange(range_merge(i.stale)); END IF;
  -- A new part when the last one is full; all anew when parts are mostly of markers that are no more.
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
    SELECT array_agg(t.marker_id) INTO gone FROM unnest(piece) r (ids)
      CROSS JOIN LATERAL (
        SELECT o.marker_id FROM search_texts o WHERE o.map_id = of_map AND o.map_id + 0 = of_map
          AND o.marker_id >= lower(r.ids) AND o.marker_id < coalesce(upper(r.ids), 9223372036854775807) OFFSET 0) t;
    IF gone IS NOT NULL THEN
      DELETE FROM search_texts t WHERE t.map_id = of_map AND t.map_id + 0 = of_map AND t.marker_id = ANY (gone);
      i.last_rows := i.last_rows - (SELECT count(*) FROM unnest(gone) g (id) WHERE g.id >= i.first_ids[cardinality(i.first_ids)]);
    END IF;
    INSERT INTO search_texts (map_id, marker_id, part, category, text)
    SELECT m.map_id, m.id, i.parts[width_bucket(m.id, i.first_ids)], m.category, CASE WHEN length(m.text) <= 10000 THEN m.text END
    FROM unnest(piece) r (ids)
    CROSS JOIN LATERAL (
      SELECT o.map_id, o.id, o.category, lower(concat_ws(E'\n', o.name, o.category, o.street, o.street2, o.city, o.state, o.country, o.zip,
        (SELECT string_agg(f.value, E'\n') FROM json_each_text(o.custom_fields) f))) AS text
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
