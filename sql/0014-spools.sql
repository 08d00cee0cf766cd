-- An upload lies in the spool directory of the process that took it: only processes that have that directory can work on its job.
ALTER TABLE jobs
  ADD COLUMN spool text,                   -- identity of that directory, src/import/upload/spool-identity.ts; null: any process may claim it
  ADD COLUMN not_before timestamptz,       -- a queued job is left alone until then
  ADD COLUMN postponements integer NOT NULL DEFAULT 0;

-- The oldest job that waits, or whose holder's lease is over, among those whose upload the process has (`of_spool`). For the rest
-- see 0004: the order within a map holds across spools, or the duplicate rule would depend on which machine was faster.
-- A process of an earlier version calls it with three arguments, and gets only jobs that any process may have.
DROP FUNCTION claim_job(text[], integer, text);
CREATE FUNCTION claim_job(kinds text[], lease_ms integer, new_claimant text, of_spool text DEFAULT NULL) RETURNS SETOF jobs
LANGUAGE plpgsql AS $$
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
      WHERE j.kind = ANY (kinds) AND (j.spool IS NULL OR j.spool = of_spool)
        AND ((j.status = 'queued' AND (j.not_before IS NULL OR j.not_before <= clock_timestamp()))
             OR (j.status = 'processing' AND j.lease_until < clock_timestamp()))
        AND NOT EXISTS (
          SELECT FROM jobs o WHERE o.map_id = j.map_id AND o.kind = j.kind AND o.id <> j.id
            AND o.status IN ('queued', 'processing') AND (o.created_at, o.id) < (j.created_at, j.id))
      ORDER BY j.created_at, j.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED) committed
    WHERE id = committed.of_job
    RETURNING jobs.*;
END $$;

-- Gives a job back that cannot be worked on for now, through no fault of its own: the claim does not count, and the next one waits
-- 5 s, twice as long each time, 5 min at most. Returns the wait in seconds; null when the lease is lost.
CREATE FUNCTION postpone_job(of_job text, with_lease bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE seconds integer;
BEGIN
  SELECT least(300, 5 * 2 ^ least(j.postponements, 10)) INTO seconds FROM jobs j WHERE j.id = of_job;
  UPDATE jobs SET status = 'queued', lease_until = NULL, claimant = NULL, claims = greatest(claims - 1, 0),
                  postponements = postponements + 1, not_before = clock_timestamp() + seconds * interval '1 second'
    WHERE id = of_job AND lease = with_lease AND status = 'processing';
  RETURN CASE WHEN FOUND THEN seconds END;
END $$;

-- As in 0004, with the spool.
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
  PERFORM pg_notify('job_queued', job.id);
END $$;
