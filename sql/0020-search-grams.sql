-- Texts of any length and script are found by an index, and by nothing that a database has not by itself: before, three ASCII letters
-- or digits in a row were needed, and pg_trgm. What was indexed is indexed again when it is searched.

-- A text is found by its grams: each three characters in a row, at its end fewer. What is looked for has grams of its own, or, where it
-- is shorter, is the beginning of some: GIN finds lexemes by prefix. Texts of 85 characters, beside pg_trgm in the same run: 53
-- microseconds of CPU to write and sort in, pg_trgm 31; 1,000,000 built at once 190 MB (filled step by step 248), pg_trgm 149; grams of
-- four 316 MB, twice as long to build and hardly faster to look for.
-- A map's markers are indexed in parts by ascending id, so that a search may stop when its page is full. The part's number is in the
-- lexeme: no list is longer than a part, and none is of two maps.
-- Regular expressions cut a text three times as fast as unnest or substr, in 20 microseconds: from its first, second and third character
-- on. What separates the pieces is looked for as a space.
CREATE FUNCTION search_grams(part integer, t text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  begin_next text := E'\x01' || to_hex(part) || ':';
  kept_and_next text := '\&' || begin_next;
  c text := translate(t, E'\x01', ' ');
BEGIN
  IF t IS NULL THEN RETURN array_to_tsvector(ARRAY[to_hex(part) || ':long']); END IF;
  RETURN array_to_tsvector(string_to_array(substr(concat(
    begin_next, regexp_replace(c, '...', kept_and_next, 'g'),
    begin_next, regexp_replace(substr(c, 2), '...', kept_and_next, 'g'),
    begin_next, regexp_replace(substr(c, 3), '...', kept_and_next, 'g')), 2), E'\x01'));
END $$;

-- The grams of `needle` that a text is looked for by: at most 3 of 8 that are spread evenly, the rarest in a sample of texts. A list of
-- half of all texts takes 0.3 ms to read in each part, and leaves out no more than the other half.
CREATE FUNCTION rarest_grams(needle text, sample text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  c text := translate(needle, E'\x01', ' ');
  last_at integer := length(c) - 3;
  looks integer := least(8, last_at + 1);
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

-- Texts that have all of these grams, or that are too long to tell. What is shorter than a gram is the beginning of some.
CREATE FUNCTION search_query(part integer, grams text[]) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
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

DROP FUNCTION search_candidates(bigint, text, text, integer);
DROP FUNCTION advance_search_index(bigint, integer);
TRUNCATE search_texts, search_indexes;
DROP INDEX IF EXISTS search_texts_by_trigram;
DROP INDEX search_texts_by_marker;
ALTER TABLE search_texts ADD COLUMN part integer NOT NULL, ALTER COLUMN text DROP NOT NULL; -- null: over 10,000 characters, not indexed
-- + 0: a statement that has map_id alone is not served by it. It would be, badly, when it looks for a text.
CREATE INDEX search_texts_by_marker ON search_texts ((map_id + 0), marker_id);
-- The list of what is not sorted in yet has room for all of a step: 4 MB would be sorted in three times.
CREATE INDEX search_texts_by_gram ON search_texts USING gin (search_grams(part, text)) WITH (gin_pending_list_limit = 16384);
-- Statistics of them take ANALYZE seconds, and plans are no better.
ALTER INDEX search_texts_by_gram ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX search_texts_by_marker ALTER COLUMN 1 SET STATISTICS 0;

-- Part i of a map has the ids from first_ids[i] to before first_ids[i + 1]. `last_rows`: how many the last part has.
ALTER TABLE search_indexes
  ADD COLUMN first_ids bigint[] NOT NULL DEFAULT '{}',
  ADD COLUMN parts integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN last_rows integer NOT NULL DEFAULT 0;
CREATE SEQUENCE search_parts AS integer CYCLE;

-- stale_ids reads the changes of one map, however many others write.
CREATE INDEX nearby_changes_by_map ON nearby_changes (map_id, xid) WHERE map_id IS NOT NULL;

-- The next markers behind `after_id` that may have a category, or contain a text (lower case): `ids`, ascending, at most `most` and those
-- that are stale. All that match with ids up to `reached` are among them; null: all behind after_id. Either filter may be null. `ids`
-- is null when the texts behind after_id are not there or too old: over 20,000 stale ids, before which an answer ends.
-- Stable: all of it is as of the caller's snapshot.
CREATE FUNCTION search_candidates(
  of_map bigint, after_id bigint, of_category text, needle text, most integer, OUT ids bigint[], OUT reached bigint
) LANGUAGE plpgsql STABLE
-- The service asks for generic plans, which do not see how rare the grams of a text are: 247 ms instead of 8 in a map of 1,000,000.
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_sort = off SET max_parallel_workers_per_gather = 0 SET jit = off AS $$
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
      WHERE t.map_id = of_map AND md5(t.category) = md5(of_category) AND t.category = of_category
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
                WHERE o.map_id = of_map AND md5(o.category) = md5(of_category) AND o.category = of_category
                  AND o.marker_id > reached AND o.marker_id <= last_id
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
          AND t.marker_id > reached AND t.marker_id <= last_id;
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

-- Brings the texts of a map up to date, the next `rows` markers at most. @returns whether there is more to do; false, too, while
-- another process does it.
CREATE FUNCTION advance_search_index(of_map bigint, rows integer) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  i search_indexes;
  now_seen pg_snapshot;
  piece int8multirange;
  behind bigint;
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
  IF cardinality(i.parts) > 16 + (SELECT coalesce(sum(c.markers), 0) FROM map_counts c WHERE c.map_id = of_map) / 16384 THEN i.stale := '{[1,)}'; END IF;
  IF i.stale @> int8range(1, NULL) THEN
    i.first_ids := '{1}';
    i.parts := ARRAY[nextval('search_parts')];
    i.last_rows := 0;
  ELSIF i.last_rows >= 65536 THEN
    behind := (SELECT max(t.marker_id) + 1 FROM search_texts t WHERE t.map_id = of_map AND t.map_id + 0 = of_map);
    IF behind > i.first_ids[cardinality(i.first_ids)] THEN
      i.first_ids := i.first_ids || behind;
      i.parts := i.parts || nextval('search_parts')::integer;
      i.last_rows := 0;
    END IF;
  END IF;
  IF NOT isempty(i.stale) THEN
    piece := i.stale * int8multirange(int8range(lower(i.stale), nth_marker_after(of_map, lower(i.stale) - 1, rows), '[]'));
    WITH gone AS (
      DELETE FROM search_texts t USING unnest(piece) r (ids) WHERE t.map_id = of_map AND t.map_id + 0 = of_map
        AND t.marker_id >= lower(r.ids) AND t.marker_id < coalesce(upper(r.ids), 9223372036854775807)
      RETURNING t.marker_id)
    SELECT i.last_rows - count(*) INTO i.last_rows FROM gone g WHERE g.marker_id >= i.first_ids[cardinality(i.first_ids)];
    WITH written AS (
      INSERT INTO search_texts (map_id, marker_id, part, category, text)
      SELECT of_map, m.id, i.parts[width_bucket(m.id, i.first_ids)], m.category, CASE WHEN length(m.text) <= 10000 THEN m.text END
      FROM unnest(piece) r (ids)
      CROSS JOIN LATERAL (
        SELECT o.id, o.category, lower(concat_ws(E'\n', o.name, o.category, o.street, o.street2, o.city, o.state, o.country, o.zip,
          (SELECT string_agg(f.value, E'\n') FROM json_each_text(o.custom_fields) f))) AS text
        FROM markers o WHERE o.map_id = of_map AND o.id >= lower(r.ids)
          AND o.id < coalesce(upper(r.ids), 9223372036854775807) OFFSET 0) m
      RETURNING marker_id)
    SELECT i.last_rows + count(*) INTO i.last_rows FROM written w WHERE w.marker_id >= i.first_ids[cardinality(i.first_ids)];
    i.stale := i.stale - piece;
    PERFORM gin_clean_pending_list('search_texts_by_gram');
  END IF;
  UPDATE search_indexes o SET snapshot = now_seen, stale = i.stale, first_ids = i.first_ids, parts = i.parts, last_rows = i.last_rows
    WHERE o.map_id = of_map;
  RETURN NOT isempty(i.stale);
END $$;

-- As in 0015, but by the index that is there now.
CREATE OR REPLACE FUNCTION remove_map_part(of_map bigint, keep_days integer, at_most integer) RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  ids bigint[];
  gone bigint;
BEGIN
  UPDATE maps m SET removing = true
    WHERE m.id = of_map AND m.deleted_at < now() - keep_days * interval '1 day' AND NOT m.removing;
  PERFORM FROM maps m WHERE m.id = of_map AND m.removing;
  IF NOT FOUND THEN RETURN 0; END IF;

  -- Fenced off, nobody writes to it any more.
  PERFORM cancel_job(j.id) FROM jobs j WHERE j.map_id = of_map AND j.status IN ('queued', 'processing') LIMIT at_most;
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone > 0 THEN RETURN gone; END IF;

  ids := ARRAY(SELECT m.id FROM markers m WHERE m.map_id = of_map ORDER BY m.id LIMIT at_most);
  IF cardinality(ids) > 0 THEN
    DELETE FROM search_texts t WHERE t.map_id = of_map AND t.map_id + 0 = of_map AND t.marker_id = ANY (ids);
    DELETE FROM markers m WHERE m.map_id = of_map AND m.id = ANY (ids);
    RETURN cardinality(ids);
  END IF;
  -- Of markers that were deleted before.
  DELETE FROM search_texts t WHERE t.map_id = of_map AND t.ctid = ANY (ARRAY(
    SELECT o.ctid FROM search_texts o WHERE o.map_id = of_map AND o.map_id + 0 = of_map LIMIT at_most));
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone > 0 THEN RETURN gone; END IF;

  DELETE FROM legend_entries e WHERE e.map_id = of_map AND e.position = ANY (ARRAY(
    SELECT o.position FROM legend_entries o WHERE o.map_id = of_map LIMIT at_most));
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone > 0 THEN RETURN gone; END IF;

  DELETE FROM field_definitions f WHERE f.map_id = of_map AND f.id = ANY (ARRAY(
    SELECT o.id FROM field_definitions o WHERE o.map_id = of_map LIMIT at_most));
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone > 0 THEN RETURN gone; END IF;

  gone := remove_jobs(ARRAY(SELECT j.id FROM jobs j WHERE j.map_id = of_map ORDER BY j.created_at LIMIT at_most), at_most);
  IF gone > 0 THEN RETURN gone; END IF;

  DELETE FROM outbox o WHERE o.id = ANY (ARRAY(SELECT p.id FROM outbox p WHERE p.map_id = of_map LIMIT at_most));
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone > 0 THEN RETURN gone; END IF;

  DELETE FROM shares s WHERE s.id = ANY (ARRAY(SELECT o.id FROM shares o WHERE o.map_id = of_map LIMIT at_most));
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone > 0 THEN RETURN gone; END IF;

  DELETE FROM search_indexes i WHERE i.map_id = of_map;
  DELETE FROM map_counts c WHERE c.map_id = of_map;
  DELETE FROM layers l WHERE l.map_id = of_map;
  DELETE FROM maps m WHERE m.id = of_map;
  RETURN 1;
END $$;
