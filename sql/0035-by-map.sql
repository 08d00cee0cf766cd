-- The tables that grow with markers can lie on several servers, each map on one of them: `cartload migrate --distribute` spreads them
-- with Citus by map_id (docs/citus.md). The same schema, functions and statements serve both; so, of those tables:
--   each statement says map_id = one map; those few that cannot are listed in docs/citus.md, and a test knows them;
--   they have no triggers, and no foreign keys to tables that stay where they are: functions do what those did;
--   a function that queries them is PL/pgSQL, and is called by no statement that reads them: that one runs where the map lies.

ALTER TABLE layers DROP CONSTRAINT layers_map_id_fkey;
ALTER TABLE map_counts DROP CONSTRAINT map_counts_map_id_fkey;
ALTER TABLE expiry_settlements DROP CONSTRAINT expiry_settlements_map_id_fkey;
-- map_id last: an index that begins with it could be taken for the look-up of a name (see 0006).
ALTER TABLE field_definitions DROP CONSTRAINT field_definitions_map_id_fkey, DROP CONSTRAINT field_definitions_pkey,
  ADD PRIMARY KEY (id, map_id);
ALTER TABLE legend_entries DROP CONSTRAINT legend_entries_pkey, ADD PRIMARY KEY (position, map_id);
ALTER TABLE import_blocks ADD COLUMN map_id bigint;
UPDATE import_blocks b SET map_id = j.map_id FROM jobs j WHERE j.id = b.job_id;
ALTER TABLE import_blocks ALTER COLUMN map_id SET NOT NULL,
  DROP CONSTRAINT import_blocks_job_id_fkey, DROP CONSTRAINT import_blocks_pkey, ADD PRIMARY KEY (job_id, block, map_id);

DROP TRIGGER markers_updated ON markers;
DROP TRIGGER markers_deleted ON markers;
DROP TRIGGER markers_deleted_expired ON markers;
DROP TRIGGER markers_updated_expired ON markers;
DROP TRIGGER import_block_written ON import_blocks;
DROP TRIGGER import_block_expired ON import_blocks;
DROP FUNCTION note_changed_markers();
DROP FUNCTION note_imported_markers();
DROP FUNCTION uncount_deleted();
DROP FUNCTION uncount_updated();
DROP FUNCTION uncount_imported();

-- Whoever updates or deletes markers notes it by this (see 0011); `ids` null: any of the map. A list that is too long to be read at
-- once is not made, and the map's index is built anew.
CREATE FUNCTION note_markers(of_map bigint, ids bigint[], are_gone boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) = 0 THEN RETURN; END IF;
  INSERT INTO nearby_changes (map_id, marker_ids, deleted)
  SELECT of_map, CASE WHEN cardinality(ids) <= 20000 THEN (SELECT range_agg(int8range(i, i, '[]')) FROM unnest(ids) i) END,
         are_gone AND ids IS NOT NULL;
END $$;

-- How many markers that expire at these times are settled (see 0018), which stays so until the transaction ends. Those are in no
-- counter: who counts them up or down like all others takes that back by this.
CREATE FUNCTION count_settled(of_map bigint, expiries timestamptz[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE settled timestamptz;
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(expiries) e WHERE e <= clock_timestamp()) THEN RETURN 0; END IF;
  settled := hold_settlement(of_map);
  RETURN (SELECT count(*) FROM unnest(expiries) e WHERE e <= settled);
END $$;

-- As in 0029.
CREATE OR REPLACE FUNCTION add_counts(of_map bigint, more_markers bigint, more_areas bigint, more_changes bigint DEFAULT 1) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO map_counts (map_id, shard, markers, areas, changes)
  VALUES (of_map, pg_backend_pid() % 8, more_markers, more_areas, more_changes)
  ON CONFLICT (map_id, shard) DO UPDATE
  SET markers = map_counts.markers + excluded.markers, areas = map_counts.areas + excluded.areas,
      changes = map_counts.changes + excluded.changes;
END $$;

-- Tells counters and change notes of markers that were deleted.
CREATE FUNCTION note_deleted(of_map bigint, ids bigint[], areas bigint, expiries timestamptz[], area_expiries timestamptz[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(ids), 0) = 0 THEN RETURN; END IF;
  PERFORM note_markers(of_map, ids, true);
  PERFORM add_counts(of_map, count_settled(of_map, expiries) - cardinality(ids), count_settled(of_map, area_expiries) - areas);
END $$;

-- As in 0003. Has a transaction's number before it writes: by that settle_expired knows it, whichever server the map lies on.
CREATE OR REPLACE FUNCTION create_marker(
  of_map bigint, for_key bigint, daily_limit integer, new_row json, wished text, palette text[],
  field_names text[], field_types text[]
) RETURNS SETOF markers LANGUAGE plpgsql AS $$
DECLARE m markers := json_populate_record(NULL::markers, new_row);
BEGIN
  PERFORM pg_current_xact_id();
  m.map_id := of_map;
  m.created_at := now();
  m.color := color_of(of_map, m.category, wished, true, palette);
  PERFORM ensure_fields(of_map, field_names, field_types);
  PERFORM pg_advisory_xact_lock_shared(hashtext('marker_ids'));
  m.id := nextval('marker_ids');
  INSERT INTO markers VALUES (m.*);
  PERFORM note_marker(of_map, m.id);
  PERFORM add_counts(of_map, 1, is_area(m.type)::integer);
  PERFORM charge_quota(for_key, 'markers', daily_limit);
  RETURN NEXT m;
END $$;

-- As in 0029.
CREATE OR REPLACE FUNCTION replace_marker(
  of_map bigint, marker_id bigint, seen bigint, new_row json, wished text, touch boolean, palette text[],
  field_names text[], field_types text[]
) RETURNS SETOF markers LANGUAGE plpgsql AS $$
DECLARE
  m markers;
  was_area boolean;
  expired_at timestamptz;
  more_markers bigint := 0;
  more_areas bigint;
BEGIN
  PERFORM pg_current_xact_id();
  SELECT is_area(o.type), o.expires_at INTO was_area, expired_at FROM markers o
  WHERE o.map_id = of_map AND o.id = marker_id AND o.xmin::text::bigint = seen FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  m := json_populate_record(NULL::markers, new_row);
  m.color := color_of(of_map, m.category, wished, touch, palette);
  PERFORM ensure_fields(of_map, field_names, field_types);
  UPDATE markers o SET name = m.name, type = m.type, lat = m.lat, lng = m.lng, cell = m.cell, radius = m.radius,
    street = m.street, street2 = m.street2, city = m.city, state = m.state, country = m.country, zip = m.zip,
    custom_fields = m.custom_fields, extras = m.extras, region_source = m.region_source, area = m.area, expires_at = m.expires_at,
    category = m.category, color = m.color
  WHERE o.map_id = of_map AND o.id = marker_id RETURNING o.* INTO m;
  PERFORM note_markers(of_map, ARRAY[marker_id], false);
  more_areas := is_area(m.type)::integer - was_area::integer;
  IF expired_at IS NOT NULL OR m.expires_at IS NOT NULL THEN
    more_markers := count_settled(of_map, ARRAY[expired_at]) - count_settled(of_map, ARRAY[m.expires_at]);
    more_areas := more_areas + count_settled(of_map, ARRAY[CASE WHEN was_area THEN expired_at END])
                             - count_settled(of_map, ARRAY[CASE WHEN is_area(m.type) THEN m.expires_at END]);
  END IF;
  IF more_markers <> 0 OR more_areas <> 0 THEN PERFORM add_counts(of_map, more_markers, more_areas);
  ELSE PERFORM note_marker_change(of_map); END IF;
  RETURN NEXT m;
END $$;

-- As in 0003.
CREATE OR REPLACE FUNCTION delete_marker(of_map bigint, marker_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  was_area boolean;
  expired_at timestamptz;
BEGIN
  DELETE FROM markers m WHERE m.map_id = of_map AND m.id = marker_id AND (m.expires_at IS NULL OR m.expires_at > now())
  RETURNING is_area(m.type), m.expires_at INTO was_area, expired_at;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM note_deleted(of_map, ARRAY[marker_id], was_area::integer, ARRAY[expired_at], ARRAY[CASE WHEN was_area THEN expired_at END]);
  RETURN true;
END $$;

-- As in 0008.
CREATE OR REPLACE FUNCTION delete_marker_range(
  of_map bigint, for_account bigint, after_id bigint, last_id bigint, at_most integer,
  of_categories text[], of_colors text[]
) RETURNS TABLE (deleted bigint, reached bigint) LANGUAGE plpgsql
-- Only a list that the planner knows is hashed; otherwise each marker is compared with each of 10,000 names.
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  ids bigint[];
  areas bigint;
  expiries timestamptz[];
  area_expiries timestamptz[];
BEGIN
  PERFORM FROM maps m WHERE m.id = of_map AND m.account_id = for_account AND m.deleted_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT m.id INTO reached FROM markers m
    WHERE m.map_id = of_map AND m.id > after_id AND m.id <= last_id ORDER BY m.id OFFSET at_most - 1 LIMIT 1;
  reached := coalesce(reached, last_id);
  WITH gone AS (
    DELETE FROM markers m WHERE m.map_id = of_map AND m.id > after_id AND m.id <= reached
      AND (of_categories IS NULL AND of_colors IS NULL OR m.category = ANY (of_categories) OR m.color = ANY (of_colors))
    RETURNING m.id, is_area(m.type) AS area, m.expires_at)
  SELECT count(*), array_agg(g.id), count(*) FILTER (WHERE g.area), array_agg(g.expires_at) FILTER (WHERE g.expires_at IS NOT NULL),
         array_agg(g.expires_at) FILTER (WHERE g.area AND g.expires_at IS NOT NULL)
    INTO deleted, ids, areas, expiries, area_expiries FROM gone g;
  PERFORM note_deleted(of_map, ids, areas, expiries, area_expiries);
  RETURN NEXT;
END $$;

-- As in 0008.
CREATE OR REPLACE FUNCTION delete_marker_ids(of_map bigint, for_account bigint, ids bigint[]) RETURNS TABLE (deleted bigint)
LANGUAGE plpgsql AS $$
DECLARE
  gone_ids bigint[];
  areas bigint;
  expiries timestamptz[];
  area_expiries timestamptz[];
BEGIN
  PERFORM FROM maps m WHERE m.id = of_map AND m.account_id = for_account AND m.deleted_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  WITH gone AS (
    DELETE FROM markers m WHERE m.map_id = of_map AND m.id = ANY (ids) RETURNING m.id, is_area(m.type) AS area, m.expires_at)
  SELECT count(*), array_agg(g.id), count(*) FILTER (WHERE g.area), array_agg(g.expires_at) FILTER (WHERE g.expires_at IS NOT NULL),
         array_agg(g.expires_at) FILTER (WHERE g.area AND g.expires_at IS NOT NULL)
    INTO deleted, gone_ids, areas, expiries, area_expiries FROM gone g;
  PERFORM note_deleted(of_map, gone_ids, areas, expiries, area_expiries);
  RETURN NEXT;
END $$;

-- As in 0015.
CREATE OR REPLACE FUNCTION remove_expired_markers(of_map bigint, keep_days integer, at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  due bigint[];
  ids bigint[];
  areas bigint;
  expiries timestamptz[];
  area_expiries timestamptz[];
BEGIN
  SELECT array_agg(d.id) INTO due FROM (
    SELECT m.id FROM markers m WHERE m.map_id = of_map AND m.expires_at < now() - keep_days * interval '1 day'
    ORDER BY m.expires_at LIMIT at_most FOR UPDATE SKIP LOCKED) d;
  WITH gone AS (
    DELETE FROM markers m WHERE m.map_id = of_map AND m.id = ANY (due) RETURNING m.id, is_area(m.type) AS area, m.expires_at)
  SELECT array_agg(g.id), count(*) FILTER (WHERE g.area), array_agg(g.expires_at), array_agg(g.expires_at) FILTER (WHERE g.area)
    INTO ids, areas, expiries, area_expiries FROM gone g;
  PERFORM note_deleted(of_map, ids, areas, expiries, area_expiries);
  RETURN coalesce(cardinality(ids), 0);
END $$;

-- As in 0029. `writes` says what the block did to markers that were there, as json: ids of those that it `changed` and `removed`; when
-- those that it removed, or changed the expiry or the type of, expired before (`leftAt`, of areas `areasLeftAt`), and when those
-- that it changed so expire now (`cameAt`, `areasCameAt`). Null: a process of an earlier version says nothing of it, and everything
-- that is known of the map's markers counts as changed.
DROP FUNCTION record_block(text, bigint, integer, integer, json);
CREATE FUNCTION record_block(
  of_job text, with_lease bigint, more_markers integer, more_areas integer, record json, writes json DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_map bigint;
  b import_blocks := json_populate_record(NULL::import_blocks, record);
  markers bigint := more_markers;
  areas bigint := more_areas;
  expiries timestamptz[];
  area_expiries timestamptz[];
BEGIN
  SELECT map_id INTO of_map FROM jobs WHERE id = of_job AND lease = with_lease AND status = 'processing' FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease on % is lost', of_job USING ERRCODE = 'CL001'; END IF;
  b.job_id := of_job;
  b.map_id := of_map;
  INSERT INTO import_blocks VALUES (b.*);

  IF writes IS NOT NULL THEN
    PERFORM note_markers(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'changed')::bigint), false);
    PERFORM note_markers(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'removed')::bigint), true);
    markers := markers + count_settled(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'leftAt')::timestamptz))
                       - count_settled(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'cameAt')::timestamptz));
    areas := areas + count_settled(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'areasLeftAt')::timestamptz))
                   - count_settled(of_map, ARRAY(SELECT json_array_elements_text(writes -> 'areasCameAt')::timestamptz));
  ELSIF b.updated > 0 OR more_markers < b.added THEN
    PERFORM note_markers(of_map, NULL, false);
  END IF;

  IF b.added > 0 THEN
    INSERT INTO nearby_changes (map_id, marker_ids)
    VALUES (of_map, CASE WHEN b.first_id IS NOT NULL THEN int8multirange(int8range(b.first_id, b.last_id, '[]')) END);
    -- Only imports add markers that have expired. Asked for by the ids of the block: COPY tells nothing of its rows.
    IF b.first_id IS NOT NULL AND EXISTS (SELECT FROM markers m WHERE m.map_id = of_map AND m.expires_at <= clock_timestamp()) THEN
      SELECT array_agg(m.expires_at), array_agg(m.expires_at) FILTER (WHERE is_area(m.type)) INTO expiries, area_expiries FROM markers m
        WHERE m.map_id = of_map AND m.id BETWEEN b.first_id AND b.last_id AND m.expires_at <= clock_timestamp();
      markers := markers - count_settled(of_map, expiries);
      areas := areas - count_settled(of_map, area_expiries);
    END IF;
  END IF;

  IF markers <> 0 OR areas <> 0 THEN PERFORM add_counts(of_map, markers, areas);
  ELSIF b.added > 0 OR b.updated > 0 THEN PERFORM note_marker_change(of_map); END IF;
END $$;

-- As in 0006.
CREATE OR REPLACE FUNCTION lock_default_layer(of_map bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT l.id FROM (SELECT o.id FROM layers o WHERE o.map_id = of_map AND o.is_default FOR UPDATE) l);
END $$;

-- As in 0006.
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

-- What ensure_categories gives, in two lists in the order of the names: a block may bring thousands. And the position of the legend's
-- first entry before, null where it had none.
CREATE FUNCTION ensure_legend(
  of_map bigint, names text[], wished text[], palette text[], OUT colors json, OUT listed json, OUT first bigint
) LANGUAGE plpgsql AS $$
BEGIN
  -- + 0: a walk along the index of all maps' positions is no way.
  SELECT min(e.position + 0) INTO first FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
    WHERE l.map_id = of_map AND l.is_default;
  SELECT json_agg(c.color), json_agg(c.listed) INTO colors, listed FROM ensure_categories(of_map, names, wished, palette) c;
END $$;

DROP FUNCTION has_field(bigint, text);
-- Those of the names that the map has no custom field of, in their order.
CREATE FUNCTION undefined_fields(of_map bigint, names text[]) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE defined text[];
BEGIN
  SELECT array_agg(f.name) INTO defined FROM field_definitions f
    WHERE f.map_id = of_map AND md5(f.name) = ANY (ARRAY(SELECT md5(n) FROM unnest(names) n));
  RETURN CASE WHEN defined IS NULL THEN names
              ELSE ARRAY(SELECT n.name FROM unnest(names) WITH ORDINALITY n (name, at) WHERE n.name <> ALL (defined) ORDER BY n.at) END;
END $$;

-- As in 0018.
CREATE OR REPLACE FUNCTION ensure_fields(of_map bigint, names text[], types text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  missing text[];
  room bigint;
  room_bytes bigint;
  last_ordering integer;
  defined integer;
BEGIN
  IF cardinality(names) = 0 THEN RETURN 0; END IF;
  missing := undefined_fields(of_map, names);
  IF cardinality(missing) = 0 THEN RETURN 0; END IF;
  -- A full map is not locked for what it cannot take.
  IF (SELECT count(*) >= 1000 OR coalesce(sum(octet_length(f.name)), 0) >= 4194304 FROM field_definitions f WHERE f.map_id = of_map) THEN
    RETURN cardinality(missing);
  END IF;
  PERFORM lock_default_layer(of_map);
  SELECT 1000 - count(*), 4194304 - coalesce(sum(octet_length(f.name)), 0), coalesce(max(f.ordering), -1)
    INTO room, room_bytes, last_ordering FROM field_definitions f WHERE f.map_id = of_map;
  missing := undefined_fields(of_map, names);
  INSERT INTO field_definitions (map_id, name, type, ordering)
  SELECT of_map, n.name, n.type, last_ordering + row_number() OVER (ORDER BY n.at)
  FROM (SELECT u.*, sum(octet_length(u.name)) OVER (ORDER BY u.at) AS bytes
        FROM unnest(names, types) WITH ORDINALITY u (name, type, at) WHERE u.name = ANY (missing)) n
  WHERE n.bytes <= room_bytes
  ORDER BY n.at LIMIT greatest(room, 0)
  ON CONFLICT (map_id, md5(name)) DO NOTHING;
  GET DIAGNOSTICS defined = ROW_COUNT;
  RETURN cardinality(missing) - defined;
END $$;

-- As in 0012; a statement of its own, and no part of another one.
CREATE OR REPLACE FUNCTION nth_marker_after(of_map bigint, after_id bigint, n bigint) RETURNS bigint LANGUAGE plpgsql STABLE
SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off AS $$
BEGIN
  RETURN (SELECT m.id FROM markers m WHERE m.map_id = of_map AND m.id > after_id ORDER BY m.id OFFSET n - 1 LIMIT 1);
END $$;

-- Sorts in what the GIN indexes of a table have only listed so far. Called where the table is, for the one that a row lies in.
CREATE FUNCTION sort_in(listed_of oid) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT sum(gin_clean_pending_list(i.indexrelid)) FROM pg_index i
          JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam AND a.amname = 'gin' WHERE i.indrelid = listed_of);
END $$;

-- As in 0020.
CREATE OR REPLACE FUNCTION advance_search_index(of_map bigint, rows integer) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  i search_indexes;
  now_seen pg_snapshot;
  piece int8multirange;
  behind bigint;
  markers bigint;
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
    WITH gone AS (
      DELETE FROM search_texts t USING unnest(piece) r (ids) WHERE t.map_id = of_map AND t.map_id + 0 = of_map
        AND t.marker_id >= lower(r.ids) AND t.marker_id < coalesce(upper(r.ids), 9223372036854775807)
      RETURNING t.marker_id)
    SELECT i.last_rows - count(*) INTO i.last_rows FROM gone g WHERE g.marker_id >= i.first_ids[cardinality(i.first_ids)];
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

-- As in 0028. Several statements, and still no part of the copy contradicts another: markers are those of one moment, their counts are
-- of what was copied, and legend and fields are read after them, so that they have what the markers name. An import that commits
-- between the count and the copy may bring as many more as it has rows.
CREATE OR REPLACE FUNCTION clone_map(
  of_map bigint, for_account bigint, new_name text, with_pinned boolean, with_areas boolean, daily_bytes bigint DEFAULT 4294967296
)
RETURNS TABLE (id bigint, open_jobs json, bytes bigint) LANGUAGE plpgsql AS $$
DECLARE
  new_map bigint;
  new_layer bigint;
  new_description text;
  counted bigint;
  reserved bigint;
  first_id bigint;
  copied bigint := 0;
  areas bigint := 0;
  names text[];
  kinds text[];
  orderings integer[];
  single_creates CONSTANT integer := 1000;
BEGIN
  INSERT INTO maps (account_id, name, description, extended_colors)
  SELECT s.account_id, new_name, s.description, s.extended_colors FROM maps s
  WHERE s.id = of_map AND s.account_id = for_account AND s.deleted_at IS NULL
  RETURNING maps.id, maps.description INTO new_map, new_description;
  IF NOT FOUND THEN RETURN; END IF;

  SELECT coalesce(sum(j.total), 0) + single_creates, json_agg(j.id) FILTER (WHERE j.started_at IS NOT NULL) INTO reserved, open_jobs
    FROM jobs j WHERE j.map_id = of_map AND j.kind = 'bulk_import' AND j.completed_at IS NULL;
  SELECT count(*), 16384 + octet_length(new_description) + coalesce(sum(stored_octets(ROW(m.*)::markers)), 0) INTO counted, bytes
    FROM markers m
    WHERE m.map_id = of_map AND CASE WHEN is_area(m.type) THEN with_areas ELSE with_pinned END
      AND (m.expires_at IS NULL OR m.expires_at > now());
  PERFORM check_account(for_account, 'cloned_bytes', bytes, daily_bytes);
  IF counted > 0 THEN
    reserved := reserved + counted;
    first_id := reserve_marker_ids_briefly(reserved);
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, radius, street, street2, city, state, country, zip,
                         custom_fields, extras, region_source, area, expires_at, category, color, created_at)
    SELECT new_map, first_id + row_number() OVER (ORDER BY m.id) - 1, m.name, m.type, m.lat, m.lng, m.cell, m.radius,
           m.street, m.street2, m.city, m.state, m.country, m.zip,
           m.custom_fields, m.extras, m.region_source, m.area, m.expires_at, m.category, m.color, m.created_at
    FROM markers m
    WHERE m.map_id = of_map AND CASE WHEN is_area(m.type) THEN with_areas ELSE with_pinned END
      AND (m.expires_at IS NULL OR m.expires_at > now());
    GET DIAGNOSTICS copied = ROW_COUNT;
    IF copied > reserved THEN
      RAISE EXCEPTION 'map % grew too fast to be copied', of_map USING ERRCODE = 'serialization_failure';
    END IF;
    IF with_areas THEN SELECT count(*) INTO areas FROM markers m WHERE m.map_id = new_map AND is_area(m.type); END IF;
  END IF;
  INSERT INTO map_counts (map_id, shard, markers, areas) VALUES (new_map, 0, copied, areas);

  INSERT INTO layers (map_id, is_default) VALUES (new_map, true) RETURNING layers.id INTO new_layer;
  SELECT array_agg(e.name ORDER BY e.ordering, e.position), array_agg(e.color ORDER BY e.ordering, e.position),
         array_agg(e.ordering ORDER BY e.ordering, e.position), bytes + coalesce(sum(octet_length(e.name)), 0)
    INTO names, kinds, orderings, bytes
    FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id WHERE l.map_id = of_map AND l.is_default;
  INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
  SELECT new_map, new_layer, n.name, n.color, n.ordering
  FROM unnest(names, kinds, orderings) WITH ORDINALITY n (name, color, ordering, at) ORDER BY n.at;
  SELECT array_agg(f.name ORDER BY f.ordering, f.id), array_agg(f.type ORDER BY f.ordering, f.id),
         array_agg(f.ordering ORDER BY f.ordering, f.id), bytes + coalesce(sum(octet_length(f.name)), 0)
    INTO names, kinds, orderings, bytes FROM field_definitions f WHERE f.map_id = of_map;
  INSERT INTO field_definitions (map_id, name, type, ordering)
  SELECT new_map, n.name, n.type, n.ordering
  FROM unnest(names, kinds, orderings) WITH ORDINALITY n (name, type, ordering, at) ORDER BY n.at;

  id := new_map;
  RETURN NEXT;
END $$;

-- As in 0015, job by job: they are of many maps.
CREATE OR REPLACE FUNCTION remove_jobs(ids text[], at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  job record;
  ledger_rows bigint := 0;
  gone bigint;
  emptied text[] := '{}';
BEGIN
  FOR job IN SELECT j.id, j.map_id FROM unnest(ids) WITH ORDINALITY i (id, at) JOIN jobs j ON j.id = i.id ORDER BY i.at LOOP
    DELETE FROM import_blocks b WHERE b.map_id = job.map_id AND b.job_id = job.id AND b.block = ANY (ARRAY(
      SELECT o.block FROM import_blocks o WHERE o.map_id = job.map_id AND o.job_id = job.id ORDER BY o.block LIMIT at_most - ledger_rows));
    GET DIAGNOSTICS gone = ROW_COUNT;
    ledger_rows := ledger_rows + gone;
    EXIT WHEN ledger_rows >= at_most;
    emptied := emptied || job.id;
  END LOOP;
  DELETE FROM idempotency_keys k WHERE k.job_id = ANY (emptied);
  DELETE FROM jobs j WHERE j.id = ANY (emptied);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN ledger_rows + gone;
END $$;

-- As in 0020, with what no foreign key removes any more; nobody reads its markers, so that nothing is noted of them.
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
  DELETE FROM expiry_settlements s WHERE s.map_id = of_map;
  DELETE FROM layers l WHERE l.map_id = of_map;
  DELETE FROM maps m WHERE m.id = of_map;
  RETURN 1;
END $$;

-- As in 0029: blocks are counted by a statement of their own.
CREATE OR REPLACE FUNCTION claim_job_in_turn(
  kinds text[], lease_ms integer, new_claimant text, of_spool text, long_jobs integer, quick_jobs integer
) RETURNS SETOF jobs LANGUAGE plpgsql AS $$
DECLARE
  lane record;
  account bigint;
  chosen text;
  contended boolean := false;
  of_map bigint;
  blocks integer;
BEGIN
  FOR lane IN SELECT * FROM (VALUES (true, quick_jobs), (false, long_jobs)) l (is_quick, at_most) WHERE l.at_most > 0 LOOP
    FOR account IN SELECT * FROM accounts_in_turn(of_spool, lane.is_quick, lane.at_most, kinds) LOOP
      IF NOT pg_try_advisory_xact_lock(hashtext('claim_job'), hashint8(account)) THEN
        contended := true;
        CONTINUE;
      END IF;
      CONTINUE WHEN running_jobs(account, lane.is_quick, kinds) >= lane.at_most;
      chosen := next_job(account, of_spool, lane.is_quick, kinds);
      CONTINUE WHEN chosen IS NULL;
      SELECT j.map_id INTO of_map FROM jobs j
        WHERE j.id = chosen AND j.account_id = account
          AND (j.status = 'queued' OR (j.status = 'processing' AND j.lease_until < clock_timestamp()))
        FOR UPDATE SKIP LOCKED;
      IF FOUND THEN
        -- Now that no holder can commit another one.
        SELECT count(*) INTO blocks FROM import_blocks b WHERE b.map_id = of_map AND b.job_id = chosen;
        RETURN QUERY
          UPDATE jobs SET status = 'processing', lease = lease + 1,
                          claims = CASE WHEN blocks_at_claim <> blocks THEN 1
                                        WHEN status = 'processing' AND claimant = new_claimant THEN claims
                                        ELSE claims + 1 END,
                          claimant = new_claimant,
                          blocks_at_claim = blocks,
                          lease_until = clock_timestamp() + lease_ms * interval '1 ms',
                          started_at = coalesce(started_at, clock_timestamp())
          WHERE id = chosen
          RETURNING jobs.*;
        RETURN;
      END IF;
      contended := true;
    END LOOP;
  END LOOP;
  IF contended THEN RETURN NEXT NULL; END IF;
END $$;
