-- Every answer, and what one account can multiply, has a bound in bytes; docs/limits.md lists them.

-- Bytes that a json value may have once it is read: pg_column_size is what is stored, and neither fetches nor unpacks it. pglz makes at
-- most 88 bytes of one (25 bytes are 8 matches of 273), LZ4 255. STABLE, as its parts are, or calls would not be inlined: 0.15 µs a
-- marker inlined, 4 otherwise.
CREATE FUNCTION json_octets_at_most(j json) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(pg_column_size(j)::bigint, 0)
    * CASE WHEN pg_column_compression(j) IS NULL THEN 1 WHEN pg_column_compression(j) = 'pglz' THEN 88 ELSE 256 END
$$;

-- Bytes that marker_json may give. octet_length does not unpack a text; a control character is six bytes of JSON.
CREATE FUNCTION marker_octets_at_most(m markers) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT 600 + json_octets_at_most(m.custom_fields) + json_octets_at_most(m.extras)
    + 6 * (octet_length(m.name)::bigint + coalesce(octet_length(m.street), 0) + coalesce(octet_length(m.street2), 0)
      + coalesce(octet_length(m.city), 0) + coalesce(octet_length(m.state), 0) + coalesce(octet_length(m.country), 0)
      + coalesce(octet_length(m.zip), 0) + coalesce(octet_length(m.category), 0))
$$;

-- A marker for a page: its JSON where that is short, otherwise its id and the bytes that its JSON may have, for the service to read it
-- when there is room (src/store/marker-pages.ts). So 1,001 rows are at most 8 MB, and no statement more.
CREATE FUNCTION short_marker_json(m markers) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN marker_octets_at_most(m) <= 8192 THEN marker_json(m) ELSE m.id || ' ' || marker_octets_at_most(m) END
$$;

-- Counts without expired markers: the counters are told of those that expired up to a moment, `settled_at`, and a read counts only those
-- that did since (src/store/maps.ts). Reading 500,000 expired ones took 300 ms each time. The sum of map_counts is the number of markers
-- that are there, less those of them that expired up to the map's settled_at; no row: none were settled.
CREATE TABLE expiry_settlements (
  map_id bigint PRIMARY KEY REFERENCES maps ON DELETE CASCADE,
  settled_at timestamptz NOT NULL
);

-- Takes the markers that have expired since the last time out of the counters. Does nothing while another process does it, or
-- settled markers of the map are being changed.
CREATE FUNCTION settle_expired(of_map bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz;
  up_to timestamptz;
  gone bigint;
  areas bigint;
BEGIN
  INSERT INTO expiry_settlements VALUES (of_map, '-infinity') ON CONFLICT DO NOTHING;
  SELECT s.settled_at INTO since FROM expiry_settlements s WHERE s.map_id = of_map FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  -- A marker that is not committed yet, and so not seen here, had not expired when its transaction began.
  SELECT least(clock_timestamp(), min(a.xact_start)) INTO up_to FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.backend_xid IS NOT NULL AND a.pid <> pg_backend_pid();
  IF up_to <= since THEN RETURN; END IF;
  SELECT count(*), count(*) FILTER (WHERE is_area(m.type)) INTO gone, areas FROM markers m
    WHERE m.map_id = of_map AND m.expires_at > since AND m.expires_at <= up_to;
  UPDATE expiry_settlements s SET settled_at = up_to WHERE s.map_id = of_map;
  IF gone > 0 THEN PERFORM add_counts(of_map, -gone, -areas); END IF;
END $$;

-- When the map was settled last, which stays so until the transaction ends.
CREATE FUNCTION hold_settlement(of_map bigint) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE settled timestamptz;
BEGIN
  INSERT INTO expiry_settlements VALUES (of_map, '-infinity') ON CONFLICT DO NOTHING;
  SELECT s.settled_at INTO settled FROM expiry_settlements s WHERE s.map_id = of_map FOR SHARE;
  RETURN settled;
END $$;

-- Settled markers that come, change or go do not count, and whoever writes them counts them up or down like all others: the triggers
-- take that back. Expired ones are rare among what is written; of the others the triggers look at expires_at and no more.
CREATE FUNCTION uncount_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_map bigint;
  settled timestamptz;
BEGIN
  FOR of_map IN SELECT DISTINCT c.map_id FROM changed c WHERE c.expires_at <= clock_timestamp() LOOP
    settled := hold_settlement(of_map);
    PERFORM add_counts(of_map, count(*), count(*) FILTER (WHERE is_area(c.type))) FROM changed c
      WHERE c.map_id = of_map AND c.expires_at <= settled HAVING count(*) > 0;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER markers_deleted_expired AFTER DELETE ON markers REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_deleted();

CREATE FUNCTION uncount_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  settled timestamptz := hold_settlement(NEW.map_id);
  was integer := coalesce(OLD.expires_at <= settled, false)::integer;
  is_now integer := coalesce(NEW.expires_at <= settled, false)::integer;
BEGIN
  IF was + is_now > 0 THEN
    PERFORM add_counts(NEW.map_id, was - is_now, was * is_area(OLD.type)::integer - is_now * is_area(NEW.type)::integer);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER markers_updated_expired AFTER UPDATE ON markers FOR EACH ROW
  WHEN (OLD.expires_at <= clock_timestamp() OR NEW.expires_at <= clock_timestamp()) EXECUTE FUNCTION uncount_updated();

-- Only imports add markers that have expired. The ids of a block, not a trigger on its markers, which COPY would pay for.
CREATE FUNCTION uncount_imported() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_map bigint;
  settled timestamptz;
BEGIN
  SELECT j.map_id INTO of_map FROM jobs j WHERE j.id = NEW.job_id;
  IF NOT EXISTS (SELECT FROM markers m WHERE m.map_id = of_map AND m.expires_at <= clock_timestamp()) THEN RETURN NULL; END IF;
  settled := hold_settlement(of_map);
  PERFORM add_counts(of_map, -count(*), -count(*) FILTER (WHERE is_area(m.type))) FROM markers m
    WHERE m.map_id = of_map AND m.id BETWEEN NEW.first_id AND NEW.last_id AND m.expires_at <= settled HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER import_block_expired AFTER INSERT ON import_blocks
  FOR EACH ROW WHEN (NEW.added > 0 AND NEW.first_id IS NOT NULL) EXECUTE FUNCTION uncount_imported();

-- What an account may multiply in a day (UTC), whichever of its keys does it.
CREATE TABLE account_use (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('cloned_bytes', 'transfers')),
  used bigint NOT NULL,
  PRIMARY KEY (account_id, day, kind)
) WITH (fillfactor = 70);
CREATE INDEX account_use_by_day ON account_use (day);

-- As charge_quota, of an account and by any amount.
CREATE FUNCTION charge_account(for_account bigint, for_kind text, amount bigint, daily_limit bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF amount <= daily_limit THEN
    INSERT INTO account_use (account_id, day, kind, used) VALUES (for_account, (now() AT TIME ZONE 'UTC')::date, for_kind, amount)
    ON CONFLICT (account_id, day, kind) DO UPDATE SET used = account_use.used + amount WHERE account_use.used + amount <= daily_limit;
    IF FOUND THEN RETURN; END IF;
  END IF;
  RAISE EXCEPTION 'daily allowance of % % used up', daily_limit, for_kind USING ERRCODE = 'CL429';
END $$;

-- As in 0015.
CREATE OR REPLACE FUNCTION remove_quota_use(at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  gone bigint;
  gone_of_accounts bigint;
BEGIN
  DELETE FROM quota_use q WHERE q.ctid = ANY (ARRAY(
    SELECT o.ctid FROM quota_use o WHERE o.day < (now() AT TIME ZONE 'UTC')::date - 1 ORDER BY o.day LIMIT at_most
    FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  DELETE FROM account_use u WHERE u.ctid = ANY (ARRAY(
    SELECT o.ctid FROM account_use o WHERE o.day < (now() AT TIME ZONE 'UTC')::date - 1 ORDER BY o.day LIMIT at_most
    FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone_of_accounts = ROW_COUNT;
  RETURN gone + gone_of_accounts;
END $$;

-- Bytes of a marker as it is stored, about: neither fetched nor unpacked.
CREATE FUNCTION stored_octets(m markers) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT 100::bigint + pg_column_size(m.name) + coalesce(pg_column_size(m.street), 0) + coalesce(pg_column_size(m.street2), 0)
    + coalesce(pg_column_size(m.city), 0) + coalesce(pg_column_size(m.state), 0) + coalesce(pg_column_size(m.country), 0)
    + coalesce(pg_column_size(m.zip), 0) + coalesce(pg_column_size(m.category), 0)
    + coalesce(pg_column_size(m.custom_fields), 0) + coalesce(pg_column_size(m.extras), 0)
$$;

-- Raises SQLSTATE CL429 where the account has not so much left today.
CREATE FUNCTION check_account(for_account bigint, for_kind text, amount bigint, daily_limit bigint) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF amount + coalesce((SELECT u.used FROM account_use u WHERE u.account_id = for_account
      AND u.day = (now() AT TIME ZONE 'UTC')::date AND u.kind = for_kind), 0) > daily_limit THEN
    RAISE EXCEPTION 'daily allowance of % % used up', daily_limit, for_kind USING ERRCODE = 'CL429';
  END IF;
  RETURN true;
END $$;

-- As in 0007, but returns how many bytes it copies, 16 KB for the map itself among them. SQLSTATE CL429, before it copies any marker,
-- when those are more than the account has left of its `daily_bytes`; clone_map_within charges them.
DROP FUNCTION clone_map(bigint, bigint, text, boolean, boolean);
CREATE FUNCTION clone_map(
  of_map bigint, for_account bigint, new_name text, with_pinned boolean, with_areas boolean, daily_bytes bigint DEFAULT 4294967296
)
RETURNS TABLE (id bigint, open_jobs json, bytes bigint) LANGUAGE sql AS $$
  WITH new_map AS (
    INSERT INTO maps (account_id, name, description, extended_colors)
    SELECT s.account_id, new_name, s.description, s.extended_colors FROM maps s
    WHERE s.id = of_map AND s.account_id = for_account AND s.deleted_at IS NULL
    RETURNING maps.id, maps.description
  ), new_layer AS (
    INSERT INTO layers (map_id, is_default) SELECT n.id, true FROM new_map n RETURNING layers.map_id, layers.id
  ), new_legend AS (
    INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
    SELECT n.map_id, n.id, e.name, e.color, e.ordering
    FROM new_layer n, layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
    WHERE l.map_id = of_map AND l.is_default ORDER BY e.ordering, e.position
    RETURNING octet_length(name) AS bytes
  ), new_fields AS (
    INSERT INTO field_definitions (map_id, name, type, ordering)
    SELECT n.id, f.name, f.type, f.ordering FROM new_map n, field_definitions f
    WHERE f.map_id = of_map ORDER BY f.ordering, f.id
    RETURNING octet_length(name) AS bytes
  ), amount AS MATERIALIZED (
    SELECT count(*) AS markers, count(*) FILTER (WHERE is_area(m.type)) AS areas, coalesce(sum(stored_octets(m)), 0)::bigint AS bytes
    FROM markers m
    WHERE m.map_id = of_map AND CASE WHEN is_area(m.type) THEN with_areas ELSE with_pinned END
      AND (m.expires_at IS NULL OR m.expires_at > now())
  ), total AS MATERIALIZED (
    SELECT n.id, a.markers, 16384 + octet_length(n.description) + a.bytes + (SELECT coalesce(sum(l.bytes), 0)::bigint FROM new_legend l)
      + (SELECT coalesce(sum(f.bytes), 0)::bigint FROM new_fields f) AS bytes
    FROM new_map n, amount a
  ), new_counts AS (
    INSERT INTO map_counts (map_id, shard, markers, areas) SELECT n.id, 0, a.markers, a.areas FROM new_map n, amount a
  ), ids AS MATERIALIZED (
    SELECT reserve_marker_ids_briefly(greatest(t.markers, 1)) AS first FROM total t
    WHERE check_account(for_account, 'cloned_bytes', t.bytes, daily_bytes) AND t.markers > 0
  ), new_markers AS (
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, radius, street, street2, city, state, country, zip,
                         custom_fields, extras, region_source, expires_at, category, color, created_at)
    SELECT n.id, i.first + row_number() OVER (ORDER BY m.id) - 1, m.name, m.type, m.lat, m.lng, m.cell, m.radius,
           m.street, m.street2, m.city, m.state, m.country, m.zip,
           m.custom_fields, m.extras, m.region_source, m.expires_at, m.category, m.color, m.created_at
    FROM new_map n, ids i, markers m
    WHERE m.map_id = of_map AND CASE WHEN is_area(m.type) THEN with_areas ELSE with_pinned END
      AND (m.expires_at IS NULL OR m.expires_at > now())
  )
  SELECT t.id, (SELECT json_agg(j.id) FROM jobs j
                WHERE j.map_id = of_map AND j.kind = 'bulk_import' AND j.completed_at IS NULL AND j.started_at IS NOT NULL), t.bytes
  FROM total t
$$;

-- clone_map, charged to the account: after it, so that clones of one account need not wait for each other's end. Those that are copied
-- at the same time are refused at the end where they are too much together.
CREATE FUNCTION clone_map_within(
  of_map bigint, for_account bigint, new_name text, with_pinned boolean, with_areas boolean, daily_bytes bigint
) RETURNS TABLE (id bigint, open_jobs json) LANGUAGE plpgsql AS $$
DECLARE clone record;
BEGIN
  SELECT * INTO clone FROM clone_map(of_map, for_account, new_name, with_pinned, with_areas, daily_bytes);
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM charge_account(for_account, 'cloned_bytes', clone.bytes, daily_bytes);
  RETURN QUERY SELECT clone.id, clone.open_jobs;
END $$;

-- A map that somebody else gave to its owner does not count among the owner's: nobody can use up what another may have.
ALTER TABLE maps ADD COLUMN received boolean NOT NULL DEFAULT false;

CREATE FUNCTION bound_maps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT n.account_id FROM made n) a WHERE (
      SELECT count(*) FROM maps m WHERE m.account_id = a.account_id AND m.deleted_at IS NULL AND NOT m.received) > 50000) THEN
    RAISE EXCEPTION 'an account can have at most 50000 maps that it made itself' USING ERRCODE = 'CL400';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER maps_bounded AFTER INSERT ON maps REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION bound_maps();

-- The address as the owner gave it: that of the account would tell that there was one, and how it is written there.
ALTER TABLE shares ADD COLUMN email text;
UPDATE shares s SET email = a.email FROM accounts a WHERE a.id = s.account_id;
ALTER TABLE shares ALTER COLUMN email SET NOT NULL;

-- When a further mail of an inviter may go out: 50 an hour, 500 a day.
CREATE FUNCTION next_invitation_at(inviter bigint) RETURNS timestamptz LANGUAGE sql AS $$
  SELECT greatest(
    clock_timestamp(),
    (SELECT o.due_at + interval '1 hour' FROM outbox o WHERE o.inviter_id = inviter ORDER BY o.due_at DESC OFFSET 49 LIMIT 1),
    (SELECT o.due_at + interval '1 day' FROM outbox o WHERE o.inviter_id = inviter ORDER BY o.due_at DESC OFFSET 499 LIMIT 1))
$$;

CREATE FUNCTION has_room_for_invitation(inviter bigint) RETURNS boolean LANGUAGE sql AS $$
  SELECT next_invitation_at(inviter) <= clock_timestamp() + interval '20 hours'
$$;

CREATE INDEX outbox_of_recipient ON outbox (account_id, due_at);

-- Invites a pending account to a map; any other account needs no invitation. A recipient has one mail of an inviter waiting at most, gets
-- one of them in ten minutes, and ten a day of all: whatever is shared, the link is the same. Returns when it will be sent; null when
-- nothing was queued. SQLSTATE CL400 when too many of the inviter's wait, whoever is to be invited: the answer tells nothing of the account.
CREATE OR REPLACE FUNCTION queue_invitation(account bigint, map bigint, inviter bigint) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE due timestamptz;
BEGIN
  -- One at a time per inviter, or parallel ones would each be the fiftieth.
  PERFORM FROM accounts a WHERE a.id = inviter FOR NO KEY UPDATE;
  IF NOT has_room_for_invitation(inviter) THEN
    RAISE EXCEPTION 'too many invitations of this account wait to be sent: try again in some hours' USING ERRCODE = 'CL400';
  END IF;
  -- One at a time per recipient, too; locked by who invites, in the order inviter, recipient.
  PERFORM FROM accounts a WHERE a.id = account AND a.pending FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  DELETE FROM outbox o WHERE o.inviter_id = inviter AND coalesce(o.sent_at, o.failed_at) < now() - interval '30 days';
  IF EXISTS (SELECT FROM outbox o WHERE o.account_id = account AND o.sent_at IS NULL AND o.failed_at IS NULL
             AND (o.inviter_id = inviter OR o.map_id = map)) THEN RETURN NULL; END IF;
  due := greatest(
    next_invitation_at(inviter),
    (SELECT max(o.due_at) + interval '10 minutes' FROM outbox o WHERE o.account_id = account AND o.inviter_id = inviter),
    (SELECT o.due_at + interval '1 day' FROM outbox o WHERE o.account_id = account ORDER BY o.due_at DESC OFFSET 9 LIMIT 1));
  INSERT INTO outbox (account_id, map_id, inviter_id, due_at, next_attempt_at) VALUES (account, map, inviter, due, due)
  ON CONFLICT (account_id, map_id) WHERE sent_at IS NULL AND failed_at IS NULL DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM pg_notify('mail_queued', '');
  RETURN due;
END $$;

-- As in 0009, without `pending`: whether an address has an account is no business of who shares a map with it.
DROP FUNCTION share_map(bigint, bigint, text, text, integer);
CREATE FUNCTION share_map(owner bigint, of_map bigint, with_email text, level text, at_most integer)
RETURNS TABLE (id bigint, map_id bigint, email text, access_level text, created_at timestamptz, created boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  sharee bigint;
  is_new boolean;
BEGIN
  -- Locked, so that the map is neither transferred nor shared once too often meanwhile.
  PERFORM FROM maps m WHERE m.id = of_map AND m.account_id = owner AND m.deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  sharee := account_for_email(with_email);
  IF sharee = owner THEN
    RAISE EXCEPTION 'email is the owner''s: a map cannot be shared with its owner' USING ERRCODE = 'CL400';
  END IF;
  UPDATE shares s SET access_level = level WHERE s.map_id = of_map AND s.account_id = sharee;
  is_new := NOT FOUND;
  IF is_new THEN
    IF (SELECT count(*) FROM shares s WHERE s.map_id = of_map) >= at_most THEN
      RAISE EXCEPTION 'a map can be shared with at most % accounts', at_most USING ERRCODE = 'CL400';
    END IF;
    INSERT INTO shares (map_id, account_id, access_level, email) VALUES (of_map, sharee, level, with_email);
  END IF;
  -- A level can be changed whatever waits.
  IF is_new OR has_room_for_invitation(owner) THEN PERFORM queue_invitation(sharee, of_map, owner); END IF;
  RETURN QUERY SELECT s.id, s.map_id, s.email, s.access_level, s.created_at, is_new
               FROM shares s WHERE s.map_id = of_map AND s.account_id = sharee;
END $$;

-- A mail does not go out for a share that has ended: one that waits is for another map that its inviter shares with the recipient, or is
-- taken back. One that was begun may have arrived, and counts for the throttle.
CREATE FUNCTION withdraw_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE waiting outbox;
BEGIN
  FOR waiting IN SELECT * FROM outbox o
      WHERE o.account_id = OLD.account_id AND o.map_id = OLD.map_id AND o.sent_at IS NULL AND o.failed_at IS NULL FOR UPDATE LOOP
    UPDATE outbox o SET map_id = other.map_id FROM (
        SELECT s.map_id FROM shares s JOIN maps m ON m.id = s.map_id AND m.account_id = waiting.inviter_id AND m.deleted_at IS NULL
        WHERE s.account_id = OLD.account_id AND NOT EXISTS (
          SELECT FROM outbox w WHERE w.account_id = s.account_id AND w.map_id = s.map_id AND w.sent_at IS NULL AND w.failed_at IS NULL)
        ORDER BY s.id LIMIT 1) other
      WHERE o.id = waiting.id;
    CONTINUE WHEN FOUND;
    IF waiting.attempts = 0 THEN
      DELETE FROM outbox o WHERE o.id = waiting.id;
    ELSE
      UPDATE outbox o SET failed_at = clock_timestamp(), last_error = 'the share was ended' WHERE o.id = waiting.id;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER shares_ended AFTER DELETE ON shares FOR EACH ROW EXECUTE FUNCTION withdraw_invitation();

-- As in 0007 (a process of an earlier version calls it with four arguments). The account that does it is charged, not the one that gets the map; `daily_limit` null: it is not. SQLSTATE CL429 when it has
-- given away so many today, CL400 when too many of its invitations wait.
DROP FUNCTION transfer_map(bigint, bigint, text, bigint);
CREATE FUNCTION transfer_map(of_map bigint, from_account bigint, to_email text, by_account bigint, daily_limit integer DEFAULT NULL) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE to_account bigint;
BEGIN
  PERFORM FROM maps m WHERE m.id = of_map AND m.account_id = from_account AND m.deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  to_account := account_for_email(to_email);
  IF to_account <> from_account THEN
    IF daily_limit IS NOT NULL THEN PERFORM charge_account(by_account, 'transfers', 1, daily_limit); END IF;
    UPDATE maps SET account_id = to_account, received = true, updated_at = now() WHERE id = of_map;
    -- What is shared with its owner would be listed twice.
    DELETE FROM shares s WHERE s.map_id = of_map AND s.account_id = to_account;
    PERFORM queue_invitation(to_account, of_map, by_account);
  END IF;
  RETURN to_account;
END $$;

-- As in 0013, for a legend whose names have 4 MiB together: GET /categories has no pages.
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

-- As in 0013, for fields whose names have 4 MiB together: the first of the new ones that fit.
CREATE OR REPLACE FUNCTION ensure_fields(of_map bigint, names text[], types text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  room bigint;
  room_bytes bigint;
  missing integer;
  defined integer;
BEGIN
  SELECT count(*) INTO missing FROM unnest(names) n WHERE NOT has_field(of_map, n);
  IF missing = 0 THEN RETURN 0; END IF;
  -- A full map is not locked for what it cannot take.
  IF (SELECT count(*) >= 1000 OR coalesce(sum(octet_length(f.name)), 0) >= 4194304 FROM field_definitions f WHERE f.map_id = of_map) THEN
    RETURN missing;
  END IF;
  PERFORM lock_default_layer(of_map);
  SELECT 1000 - count(*), 4194304 - coalesce(sum(octet_length(f.name)), 0) INTO room, room_bytes
    FROM field_definitions f WHERE f.map_id = of_map;
  INSERT INTO field_definitions (map_id, name, type, ordering)
  SELECT of_map, n.name, n.type,
         (SELECT coalesce(max(f.ordering), -1) FROM field_definitions f WHERE f.map_id = of_map)
         + row_number() OVER (ORDER BY n.at)
  FROM (SELECT u.*, sum(octet_length(u.name)) OVER (ORDER BY u.at) AS bytes
        FROM unnest(names, types) WITH ORDINALITY u (name, type, at) WHERE NOT has_field(of_map, u.name)) n
  WHERE n.bytes <= room_bytes
  ORDER BY n.at LIMIT greatest(room, 0)
  ON CONFLICT (map_id, md5(name)) DO NOTHING;
  GET DIAGNOSTICS defined = ROW_COUNT;
  RETURN missing - defined;
END $$;
