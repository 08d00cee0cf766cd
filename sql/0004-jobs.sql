CREATE TABLE jobs (
  id text PRIMARY KEY,
  map_id bigint NOT NULL REFERENCES maps,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'processing', 'completed', 'failed', 'cancelled')),
  task json NOT NULL,                      -- what the handler of this kind needs, src/jobs/tasks.ts
  total bigint NOT NULL,
  first_marker_id bigint NOT NULL,         -- record i of an import becomes marker first_marker_id + i
  notes text[] NOT NULL DEFAULT '{}',
  error text,                              -- why the job as a whole failed
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz,
  claims integer NOT NULL DEFAULT 0,       -- since the last one that committed a block
  claimant text,                           -- the process that claimed it last
  blocks_at_claim integer NOT NULL DEFAULT 0,
  lease bigint NOT NULL DEFAULT 0,         -- fencing token: grows with every claim, and with a cancellation
  lease_until timestamptz
);
CREATE INDEX jobs_open ON jobs (created_at) WHERE status IN ('queued', 'processing');
CREATE INDEX jobs_of_map ON jobs (map_id, created_at);

-- Answers that a client may ask for again (Idempotency-Key), kept for 24 hours.
CREATE TABLE idempotency_keys (
  account_id bigint NOT NULL REFERENCES accounts,
  key text NOT NULL,
  fingerprint text NOT NULL,               -- of the map, the options and the bytes
  job_id text NOT NULL REFERENCES jobs DEFERRABLE INITIALLY DEFERRED,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- One row for each block of an import that is committed, written in the transaction that writes its markers: the key
-- makes a second try fail. The counts of a job are the sums over its blocks.
CREATE TABLE import_blocks (
  job_id text NOT NULL REFERENCES jobs,
  block integer NOT NULL,
  rows integer NOT NULL,
  added integer NOT NULL,
  updated integer NOT NULL,
  skipped integer NOT NULL,
  rejected integer NOT NULL,
  errors json,                             -- [{index, line, code, column, message}], null when there are none
  defects json,                            -- [[code, column, count, first message]] of errors, null when there are none
  fields json,                             -- custom field -> types that all its values fit
  parsing_ms real NOT NULL,
  placing_ms real NOT NULL,
  deduplicating_ms real NOT NULL,
  writing_ms real NOT NULL,
  PRIMARY KEY (job_id, block)
);

-- What the writers of a job call their connections (application_name): a holder that lost its lease is found by it.
CREATE FUNCTION writer_name(of_job text, with_lease bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'cartload ' || of_job || ' ' || with_lease
$$;

-- Takes the oldest job that waits, or whose holder's lease is over. Imports of one map run one after the other, so that
-- the duplicate rule needs no ordering between them. Claims are serialised by the lock: they are rare and short.
-- A holder that is stopped in the middle of a block (SIGSTOP) may have rows and locks under way, which the next holder
-- would wait for: its backends are ended first. A process that only lost its lease, for the database was away, and
-- comes back for the job has not failed on it.
CREATE FUNCTION claim_job(kinds text[], lease_ms integer, new_claimant text) RETURNS SETOF jobs LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('claim_job'));
  PERFORM pg_terminate_backend(a.pid) FROM jobs j JOIN pg_stat_activity a ON a.application_name = writer_name(j.id, j.lease)
    WHERE j.status = 'processing' AND j.lease_until < clock_timestamp();
  RETURN QUERY
    UPDATE jobs SET status = 'processing', lease = lease + 1,
                    claims = CASE WHEN blocks_at_claim <> committed.blocks THEN 1
                                  WHEN status = 'processing' AND claimant = new_claimant THEN claims
                                  ELSE claims + 1 END,
                    claimant = new_claimant,
                    blocks_at_claim = committed.blocks,
                    lease_until = clock_timestamp() + lease_ms * interval '1 ms',
                    started_at = coalesce(started_at, clock_timestamp())
    FROM (
      SELECT j.id AS of_job, (SELECT count(*)::integer FROM import_blocks b WHERE b.job_id = j.id) AS blocks FROM jobs j
      WHERE j.kind = ANY (kinds)
        AND (j.status = 'queued' OR (j.status = 'processing' AND j.lease_until < clock_timestamp()))
        AND NOT EXISTS (
          SELECT FROM jobs o WHERE o.map_id = j.map_id AND o.kind = j.kind AND o.id <> j.id
            AND o.status IN ('queued', 'processing') AND (o.created_at, o.id) < (j.created_at, j.id))
      ORDER BY j.created_at, j.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED) committed
    WHERE id = committed.of_job
    RETURNING jobs.*;
END $$;

-- Records a block (columns of import_blocks by name), unless the lease is lost (SQLSTATE CL001) or the block is recorded
-- already (unique_violation). The share lock holds back a new claim and a cancellation until this transaction ends.
CREATE FUNCTION record_block(of_job text, with_lease bigint, areas integer, record json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_map bigint;
  b import_blocks := json_populate_record(NULL::import_blocks, record);
BEGIN
  SELECT map_id INTO of_map FROM jobs WHERE id = of_job AND lease = with_lease AND status = 'processing' FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease on % is lost', of_job USING ERRCODE = 'CL001'; END IF;
  b.job_id := of_job;
  INSERT INTO import_blocks VALUES (b.*);
  IF b.added > 0 OR areas <> 0 THEN PERFORM add_counts(of_map, b.added, areas); END IF;
  PERFORM pg_notify('block_committed', json_build_object('job', of_job, 'map', of_map, 'block', b.block)::text);
END $$;

-- Queues a job (columns of jobs by name) and charges its quota. With an idempotency key that was used before for the same
-- upload it returns that job and charges nothing; for another upload it raises SQLSTATE CL400.
CREATE FUNCTION create_job(
  record json, for_key bigint, daily_limit integer, of_account bigint, idempotency_key text, upload_fingerprint text
) RETURNS SETOF jobs LANGUAGE plpgsql AS $$
DECLARE
  job jobs := json_populate_record(NULL::jobs, record);
  earlier idempotency_keys;
BEGIN
  IF idempotency_key IS NOT NULL THEN
    DELETE FROM idempotency_keys k
      WHERE k.account_id = of_account AND k.key = idempotency_key AND k.created_at < now() - interval '24 hours';
    INSERT INTO idempotency_keys VALUES (of_account, idempotency_key, upload_fingerprint, job.id) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      SELECT * INTO earlier FROM idempotency_keys k WHERE k.account_id = of_account AND k.key = idempotency_key;
      IF earlier.fingerprint IS DISTINCT FROM upload_fingerprint THEN
        RAISE EXCEPTION 'the idempotency key was used for another upload' USING ERRCODE = 'CL400';
      END IF;
      RETURN QUERY SELECT * FROM jobs j WHERE j.id = earlier.job_id;
      RETURN;
    END IF;
  END IF;
  PERFORM charge_quota(for_key, 'bulk', daily_limit);
  RETURN QUERY
    INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id, notes)
    VALUES (job.id, job.map_id, job.kind, job.task, job.total, reserve_marker_ids(job.total), job.notes) RETURNING *;
  PERFORM pg_notify('job_queued', job.id);
END $$;

-- Ends a job that has not ended; what is committed stays. The new lease fences off whoever works on it.
CREATE FUNCTION cancel_job(job_id text) RETURNS SETOF jobs LANGUAGE plpgsql AS $$
BEGIN
  UPDATE jobs SET status = 'cancelled', completed_at = clock_timestamp(), lease = lease + 1, lease_until = NULL
    WHERE id = job_id AND status IN ('queued', 'processing');
  IF FOUND THEN PERFORM pg_notify('job_finished', job_id); END IF;
  RETURN QUERY SELECT * FROM jobs WHERE id = job_id;
END $$;

-- The duplicate rule, for two markers of one cell: name after trimming, coordinates rounded to 6 decimals; longitudes
-- 180 and -180 are one meridian.
CREATE FUNCTION same_place(
  a_name text, a_lat double precision, a_lng double precision, b_name text, b_lat double precision, b_lng double precision
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(a_name) = btrim(b_name) AND floor(a_lat * 1e6 + 0.5) = floor(b_lat * 1e6 + 0.5)
    AND mod((floor(a_lng * 1e6 + 0.5) - floor(b_lng * 1e6 + 0.5))::bigint, 360000000) = 0
$$;

-- A block whose rows may meet markers that are there already is copied into the temporary table `staged` (columns of
-- markers; color holds the explicit colour) and merged from there, so that the look-up and the write are one
-- transaction. Rows are taken in the order of their ids, which is the order of the file.
-- Returns {added, areas, updated, duplicates: [ids of staged rows that were left out]}.
CREATE FUNCTION merge_staged(of_map bigint, on_duplicate text, palette text[]) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  s markers;
  existing bigint;
  added integer := 0;
  areas integer := 0;
  updated integer := 0;
  left_out bigint[] := '{}';
  names text[];
BEGIN
  IF on_duplicate <> 'overwrite' THEN
    WITH gone AS (
      DELETE FROM pg_temp.staged t WHERE EXISTS (
        SELECT FROM markers m WHERE m.map_id = of_map AND m.cell = t.cell
          AND same_place(m.name, m.lat, m.lng, t.name, t.lat, t.lng))
      RETURNING t.id)
    SELECT coalesce(array_agg(id ORDER BY id), '{}') INTO left_out FROM gone;
  END IF;

  SELECT array_agg(c.category ORDER BY c.first) INTO names
    FROM (SELECT t.category, min(t.id) AS first FROM pg_temp.staged t WHERE t.category IS NOT NULL GROUP BY t.category) c;
  IF names IS NOT NULL THEN
    UPDATE pg_temp.staged t SET color = coalesce(t.color, c.color)
      FROM ensure_categories(of_map, names, ARRAY(
        SELECT (SELECT t.color FROM pg_temp.staged t WHERE t.category = n ORDER BY t.id LIMIT 1)
        FROM unnest(names) WITH ORDINALITY x (n, at) ORDER BY at), palette) c
      WHERE t.category = c.name;
  END IF;

  IF on_duplicate <> 'overwrite' THEN
    INSERT INTO markers SELECT * FROM pg_temp.staged;
    GET DIAGNOSTICS added = ROW_COUNT;
    SELECT count(*) FILTER (WHERE is_area(t.type)) INTO areas FROM pg_temp.staged t;
  ELSE
    FOR s IN SELECT * FROM pg_temp.staged ORDER BY id LOOP
      SELECT m.id INTO existing FROM markers m
        WHERE m.map_id = of_map AND m.cell = s.cell AND same_place(m.name, m.lat, m.lng, s.name, s.lat, s.lng) ORDER BY m.id LIMIT 1 FOR UPDATE;
      IF FOUND THEN
        areas := areas + overwrite_marker(of_map, existing, s);
        updated := updated + 1;
      ELSE
        INSERT INTO markers VALUES (s.*);
        added := added + 1;
        areas := areas + is_area(s.type)::integer;
      END IF;
    END LOOP;
  END IF;
  RETURN json_build_object('added', added, 'areas', areas, 'updated', updated, 'duplicates', left_out);
END $$;

-- What the row has replaces, what it lacks stays; address and custom fields merge by member (decision 52). Keeps the id.
-- Returns the change of the area count.
CREATE FUNCTION overwrite_marker(of_map bigint, marker_id bigint, s markers) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE was_area integer;
BEGIN
  SELECT is_area(m.type)::integer INTO was_area FROM markers m WHERE m.map_id = of_map AND m.id = marker_id;
  UPDATE markers m SET type = s.type, radius = s.radius, region_source = s.region_source,
    street = coalesce(s.street, m.street), street2 = coalesce(s.street2, m.street2), city = coalesce(s.city, m.city),
    state = coalesce(s.state, m.state), country = coalesce(s.country, m.country), zip = coalesce(s.zip, m.zip),
    custom_fields = CASE WHEN s.custom_fields IS NULL THEN m.custom_fields WHEN m.custom_fields IS NULL THEN s.custom_fields
                         ELSE (m.custom_fields::jsonb || s.custom_fields::jsonb)::json END,
    extras = CASE WHEN s.extras IS NULL THEN m.extras WHEN m.extras IS NULL THEN s.extras
                  ELSE (m.extras::jsonb || s.extras::jsonb)::json END,
    expires_at = coalesce(s.expires_at, m.expires_at),
    category = coalesce(s.category, m.category), color = coalesce(s.color, m.color)
  WHERE m.map_id = of_map AND m.id = marker_id;
  RETURN is_area(s.type)::integer - was_area;
END $$;
