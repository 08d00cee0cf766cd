-- As in 0038, but that location codes are among the texts.
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
      SELECT o.map_id, o.id, o.category, lower(concat_ws(E'\n', o.name, o.category, o.street, o.street2, o.city, o.state, o.country, o.zip,
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

-- Texts of before have none: all are made anew.
UPDATE search_indexes SET stale = '{[1,)}';
