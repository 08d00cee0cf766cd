-- Marker search reads a map in steps. The settings leave one plan, whatever the planner thinks of a map's size: it takes every map
-- for 1/200 of the table (see 0003), and would sort a large one for each step.

-- The id of the n-th marker behind `after_id`; null when there are fewer.
CREATE FUNCTION nth_marker_after(of_map bigint, after_id bigint, n bigint) RETURNS bigint LANGUAGE sql STABLE
SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off AS $$
  SELECT m.id FROM markers m WHERE m.map_id = of_map AND m.id > after_id ORDER BY m.id OFFSET n - 1 LIMIT 1
$$;

-- What text and category search looks through on large maps: without it a million markers take a walk of seconds. An index on
-- `markers` would be paid for by every import; this one is filled piece by piece after a search that had to walk far.
CREATE TABLE search_texts (
  map_id bigint NOT NULL,
  marker_id bigint NOT NULL,
  category text,                           -- as it is in the marker
  text text NOT NULL                       -- all that a search looks through, in lower case
);
CREATE INDEX search_texts_by_marker ON search_texts (marker_id);
-- By the digest, as a category may be longer than what an index takes. Not map_id first: it would serve, badly, for a text too.
CREATE INDEX search_texts_by_category ON search_texts (md5(category), map_id, marker_id);

-- How far the texts of a map can be trusted: they are those of `snapshot`, except for `stale` ids. What was written since
-- then stands in nearby_changes, which every write of markers fills in its own transaction.
CREATE TABLE search_indexes (
  map_id bigint PRIMARY KEY REFERENCES maps,
  snapshot pg_snapshot NOT NULL,
  stale int8multirange NOT NULL
);

-- Where the role may not, or the server has them not, there is no index and every search walks.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE INDEX search_texts_by_trigram ON search_texts USING gin (map_id, text gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN NULL;
END $$;

-- Stale ids as of now: those of the row, and those changed since.
CREATE FUNCTION stale_ids(i search_indexes) RETURNS int8multirange LANGUAGE sql STABLE AS $$
  SELECT i.stale + coalesce(range_agg(coalesce(c.marker_ids, '{[1,)}')), '{}') FROM nearby_changes c
  WHERE c.map_id = i.map_id AND c.xid >= pg_snapshot_xmin(i.snapshot) AND NOT pg_visible_in_snapshot(c.xid, i.snapshot)
$$;

-- Changes that are forgotten before the texts have them are stale from then on.
CREATE FUNCTION keep_stale_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_indexes i SET stale = i.stale + lost.ids
  FROM (SELECT c.map_id, range_agg(coalesce(c.marker_ids, '{[1,)}')) AS ids
        FROM pruned c JOIN search_indexes o ON o.map_id = c.map_id AND NOT pg_visible_in_snapshot(c.xid, o.snapshot)
        GROUP BY c.map_id) lost
  WHERE i.map_id = lost.map_id;
  RETURN NULL;
END $$;
CREATE TRIGGER nearby_changes_pruned AFTER DELETE ON nearby_changes REFERENCING OLD TABLE AS pruned
  FOR EACH STATEMENT EXECUTE FUNCTION keep_stale_ids();

-- Ids of markers that may have a category, or match a LIKE pattern (of lower case), unsorted; all that do are among them. Either may
-- be null; where the category alone says enough, the pattern is not looked for. Null when there is no index, more than 20,000 ids
-- are stale, or more than `most` are found. Stable: all of it is as of the caller's snapshot.
CREATE FUNCTION search_candidates(of_map bigint, of_category text, pattern text, most integer) RETURNS bigint[]
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  i search_indexes;
  matching bigint[];
  late int8multirange;
BEGIN
  SELECT * INTO i FROM search_indexes o WHERE o.map_id = of_map;
  IF NOT FOUND THEN RETURN NULL; END IF;
  late := stale_ids(i);
  -- The upper end of a range without end is null, and so is the sum then.
  IF NOT isempty(late)
    AND coalesce((SELECT sum(upper(r) - lower(r)) > 20000 OR bool_or(upper_inf(r)) FROM unnest(late) r), true)
  THEN RETURN NULL; END IF;
  IF of_category IS NOT NULL THEN
    SELECT array_agg(t.marker_id) INTO matching FROM (
      SELECT o.marker_id FROM search_texts o WHERE o.map_id = of_map AND md5(o.category) = md5(of_category) AND o.category = of_category LIMIT most + 1) t;
  END IF;
  IF pattern IS NOT NULL AND (of_category IS NULL OR cardinality(matching) > most) THEN
    SELECT array_agg(t.marker_id) INTO matching FROM (
      SELECT o.marker_id FROM search_texts o WHERE o.map_id = of_map AND o.text LIKE pattern LIMIT most + 1) t;
  END IF;
  IF cardinality(matching) > most THEN RETURN NULL; END IF;
  SELECT coalesce(array_agg(id), '{}') INTO matching FROM (
    SELECT unnest(matching) AS id
    UNION
    SELECT m.id FROM unnest(late) r (ids)
    CROSS JOIN LATERAL (SELECT o.id FROM markers o WHERE o.map_id = of_map AND o.id >= lower(r.ids) AND o.id < upper(r.ids) OFFSET 0) m
  ) all_ids;
  RETURN matching;
END $$;

-- Brings the texts of a map up to date, the next `rows` markers at most. @returns whether there is more to do; false, too, while
-- another process does it.
CREATE FUNCTION advance_search_index(of_map bigint, rows integer) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  i search_indexes;
  now_seen pg_snapshot;
  piece int8multirange;
BEGIN
  IF to_regclass('search_texts_by_trigram') IS NULL THEN RETURN false; END IF;
  INSERT INTO search_indexes VALUES (of_map, pg_current_snapshot(), '{[1,)}') ON CONFLICT DO NOTHING;
  -- From here on no change that the row does not cover can be forgotten: keep_stale_ids waits for the row.
  SELECT * INTO i FROM search_indexes o WHERE o.map_id = of_map FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  -- Statements below see at least as much as this.
  now_seen := pg_current_snapshot();
  i.stale := stale_ids(i);
  IF pg_column_size(i.stale) > 100000 THEN i.stale := int8multirange(range_merge(i.stale)); END IF;
  IF NOT isempty(i.stale) THEN
    piece := i.stale * int8multirange(int8range(lower(i.stale), nth_marker_after(of_map, lower(i.stale) - 1, rows), '[]'));
    -- + 0: not by the index that has map_id, which would read the whole map.
    DELETE FROM search_texts t USING unnest(piece) r (ids) WHERE t.map_id + 0 = of_map
      AND t.marker_id >= lower(r.ids) AND t.marker_id < coalesce(upper(r.ids), 9223372036854775807);
    INSERT INTO search_texts
    SELECT of_map, m.id, m.category, lower(concat_ws(E'\n', m.name, m.category, m.street, m.street2, m.city, m.state, m.country, m.zip,
      (SELECT string_agg(f.value, E'\n') FROM json_each_text(m.custom_fields) f)))
    FROM unnest(piece) r (ids)
    CROSS JOIN LATERAL (SELECT o.* FROM markers o WHERE o.map_id = of_map AND o.id >= lower(r.ids)
      AND o.id < coalesce(upper(r.ids), 9223372036854775807) OFFSET 0) m;
    i.stale := i.stale - piece;
    PERFORM gin_clean_pending_list('search_texts_by_trigram');
  END IF;
  UPDATE search_indexes o SET snapshot = now_seen, stale = i.stale WHERE o.map_id = of_map;
  RETURN NOT isempty(i.stale);
END $$;
