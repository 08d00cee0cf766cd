-- Queues a job (columns of jobs by name) and charges its quota. With an idempotency key that was used before
-- for the same upload it returns that job and charges nothing; for another upload it raises SQLSTATE CL400.
CREATE OR REPLACE FUNCTION create_job(
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
    INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id, notes, spool)
    VALUES (job.id, job.map_id, job.kind, job.task, job.total, reserve_marker_ids(job.total), job.notes, job.spool) RETURNING *;
END $$;

-- The share lock holds back a transfer, whose trigger would not see this job. The notification names the
-- spool of the upload, so that only processes with that spool look for work.
CREATE OR REPLACE FUNCTION note_new_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT m.account_id INTO NEW.account_id FROM maps m WHERE m.id = NEW.map_id FOR SHARE;
  PERFORM pg_notify('job_queued', coalesce(NEW.spool, ''));
  RETURN NEW;
END $$;

-- Stores the result of a request under its key, in the statement that creates it, which fails when the key is
-- taken (23505), so that nothing is created twice. Does nothing without a key.
CREATE OR REPLACE FUNCTION keep_request(of_account bigint, request_key text, request_fingerprint text, made bigint) RETURNS void
LANGUAGE sql STRICT AS $$
  INSERT INTO idempotency_keys (account_id, key, fingerprint, made_id) VALUES (of_account, request_key, request_fingerprint, made)
$$;

CREATE OR REPLACE FUNCTION keep_request_of_job(of_account bigint, request_key text, request_fingerprint text, job text) RETURNS void
LANGUAGE sql STRICT AS $$
  INSERT INTO idempotency_keys (account_id, key, fingerprint, job_id) VALUES (of_account, request_key, request_fingerprint, job)
$$;

CREATE OR REPLACE FUNCTION move_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE jobs j SET account_id = NEW.account_id WHERE j.map_id = NEW.id;
  RETURN NULL;
END $$;

-- Cancels an unfinished job; committed rows stay. The new lease fences off the process that runs it.
CREATE OR REPLACE FUNCTION cancel_job(job_id text) RETURNS SETOF jobs LANGUAGE plpgsql AS $$
BEGIN
  UPDATE jobs SET status = 'cancelled', completed_at = clock_timestamp(), lease = lease + 1, lease_until = NULL
    WHERE id = job_id AND status IN ('queued', 'processing');
  IF FOUND THEN PERFORM pg_notify('job_finished', job_id); END IF;
  RETURN QUERY SELECT * FROM jobs WHERE id = job_id;
END $$;

-- Returns jobs of the maps that an account owns, newest first, after `before` (a time and an id; null: from
-- the start), of one map and one status if given. Walks an index and ends with the page; jobs of deleted maps
-- are skipped one by one. Each case has its own statement, as the right index differs; the settings leave no
-- other plan.
CREATE OR REPLACE FUNCTION list_jobs(
  of_account bigint, of_map bigint, with_status text, before_at timestamptz, before_id text, at_most integer
) RETURNS SETOF jobs LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  at timestamptz := coalesce(before_at, 'infinity');
  of_job text := coalesce(before_id, '');
BEGIN
  IF of_map IS NULL AND with_status IS NULL THEN
    RETURN QUERY SELECT j.* FROM jobs j WHERE j.account_id = of_account AND (j.created_at, j.id) < (at, of_job)
      AND EXISTS (SELECT FROM maps m WHERE m.id = j.map_id AND m.deleted_at IS NULL OFFSET 0)
      ORDER BY j.created_at DESC, j.id DESC LIMIT at_most;
  ELSIF of_map IS NULL THEN
    RETURN QUERY SELECT j.* FROM jobs j WHERE j.account_id = of_account AND j.status = with_status AND (j.created_at, j.id) < (at, of_job)
      AND EXISTS (SELECT FROM maps m WHERE m.id = j.map_id AND m.deleted_at IS NULL OFFSET 0)
      ORDER BY j.created_at DESC, j.id DESC LIMIT at_most;
  ELSIF NOT EXISTS (SELECT FROM maps m WHERE m.id = of_map AND m.account_id = of_account AND m.deleted_at IS NULL) THEN
    RETURN;
  ELSIF with_status IS NULL THEN
    RETURN QUERY SELECT j.* FROM jobs j WHERE j.map_id = of_map AND (j.created_at, j.id) < (at, of_job)
      ORDER BY j.created_at DESC, j.id DESC LIMIT at_most;
  ELSE
    RETURN QUERY SELECT j.* FROM jobs j WHERE j.map_id = of_map AND j.status = with_status AND (j.created_at, j.id) < (at, of_job)
      ORDER BY j.created_at DESC, j.id DESC LIMIT at_most;
  END IF;
END $$;

-- Releases the blobs of removed jobs.
CREATE OR REPLACE FUNCTION let_go_of_blobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE blobs b SET loose_since = '-infinity'
  FROM removed r CROSS JOIN LATERAL (VALUES (r.image_file), ('uploads/' || r.id), ('errors/' || r.id || '.csv'),
    ('errors/' || r.id || '.skipped.csv')) k (key)
  WHERE b.store = regexp_replace(r.spool, '^images:', '') AND b.key = k.key;
  RETURN NULL;
END $$;

-- Records a spool as alive. Of the processes that share a directory one write is enough.
CREATE OR REPLACE FUNCTION note_spool(spool text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO spools (identity) VALUES (spool)
  ON CONFLICT (identity) DO UPDATE SET seen_at = clock_timestamp() WHERE spools.seen_at < clock_timestamp() - interval '10 seconds';
  DELETE FROM spools s WHERE s.seen_at < clock_timestamp() - interval '30 days';
END $$;

-- Returns the state of the queues for metrics. Every process asks at every scrape, so it reads indexes only,
-- at most 10,000 rows of a queue, and no ended jobs. Ages are in seconds, null when nothing waits. `overdue`
-- are jobs with an expired lease that were not claimed again; the age of a mail counts from its due time.
CREATE OR REPLACE FUNCTION queue_state() RETURNS json LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE state json;
BEGIN
  WITH open_jobs AS MATERIALIZED (
    SELECT j.status, j.created_at, j.lease_until FROM jobs j
    WHERE j.status IN ('queued', 'processing') ORDER BY j.created_at LIMIT 10000
  ), mails AS MATERIALIZED (
    SELECT o.due_at FROM outbox o WHERE o.sent_at IS NULL AND o.failed_at IS NULL ORDER BY o.next_attempt_at LIMIT 10000
  )
  SELECT json_build_object(
    'queued', count(*) FILTER (WHERE j.status = 'queued'),
    'processing', count(*) FILTER (WHERE j.status = 'processing'),
    'oldestQueued', extract(epoch FROM clock_timestamp() - min(j.created_at) FILTER (WHERE j.status = 'queued')),
    'oldestProcessing', extract(epoch FROM clock_timestamp() - min(j.created_at) FILTER (WHERE j.status = 'processing')),
    'overdue', count(*) FILTER (WHERE j.status = 'processing' AND j.lease_until < clock_timestamp() - interval '30 seconds'),
    'mails', (SELECT count(*) FROM mails),
    'oldestMail', (SELECT extract(epoch FROM clock_timestamp() - min(m.due_at)) FROM mails m WHERE m.due_at < clock_timestamp()),
    'backupAge', (SELECT extract(epoch FROM clock_timestamp() - b.taken_at) FROM last_backup b))
  INTO state FROM open_jobs j;
  RETURN state;
END $$;
