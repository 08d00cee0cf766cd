-- Order in which jobs run, without a global lock. Pictures of maps are jobs of kind `image`, in the same
-- table and order as imports, but with their own slots, so that neither starves the other.

-- Number of running jobs of these kinds, without jobs that were given back or whose lease has expired.
CREATE OR REPLACE FUNCTION running_jobs(of_account bigint, is_quick boolean, kinds text[]) RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM jobs j WHERE j.account_id = of_account AND j.quick = is_quick AND j.status = 'processing'
    AND j.kind = ANY (kinds) AND j.claimant IS NOT NULL AND j.lease_until >= clock_timestamp()
$$;

-- Returns accounts with a waiting job for this spool and fewer than `at_most` running jobs over all
-- processes: those with the fewest running jobs first, then those whose turn was longest ago, without
-- accounts whose pictures have to rest. Hops from account to account, and reads all running jobs. With a plan
-- for each call a claim that found nothing took 0.8 ms, with one plan 0.15.
CREATE OR REPLACE FUNCTION accounts_in_turn(of_spool text, is_quick boolean, at_most integer, kinds text[]) RETURNS SETOF bigint LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    WITH RECURSIVE spools (name) AS (
      SELECT '' UNION SELECT coalesce(of_spool, '')
    ), waiting (spool, account) AS (
      SELECT s.name, (SELECT j.account_id FROM jobs j WHERE coalesce(j.spool, '') = s.name AND j.quick = is_quick AND j.status = 'queued'
                      ORDER BY j.account_id LIMIT 1)
      FROM spools s
      UNION ALL
      SELECT w.spool, (SELECT j.account_id FROM jobs j WHERE coalesce(j.spool, '') = w.spool AND j.quick = is_quick AND j.status = 'queued'
                         AND j.account_id > w.account ORDER BY j.account_id LIMIT 1)
      FROM waiting w WHERE w.account IS NOT NULL
    ), begun AS MATERIALIZED (
      SELECT j.account_id, j.lease_until < clock_timestamp() AND coalesce(j.spool, '') IN ('', of_spool) AS resumable,
             j.lease_until >= clock_timestamp() AND j.claimant IS NOT NULL AS running
      FROM jobs j WHERE j.status = 'processing' AND j.quick = is_quick AND j.kind = ANY (kinds)
    ), accounts AS (
      SELECT w.account FROM waiting w WHERE w.account IS NOT NULL UNION SELECT b.account_id FROM begun b WHERE b.resumable
    ), turns AS (
      SELECT a.account, (SELECT count(*) FROM begun b WHERE b.account_id = a.account AND b.running) AS running,
             (SELECT max(l.at) FROM spools s CROSS JOIN LATERAL (
                SELECT max(j.started_at) AS at FROM jobs j
                WHERE coalesce(j.spool, '') = s.name AND j.quick = is_quick AND j.account_id = a.account AND j.started_at IS NOT NULL) l) AS last
      FROM accounts a
    )
    SELECT t.account FROM turns t
      WHERE t.running < at_most
        AND NOT ('image' = ANY (kinds) AND EXISTS (
          SELECT FROM jobs j WHERE j.account_id = t.account AND j.image_rest_until > clock_timestamp()))
      ORDER BY t.running, t.last NULLS FIRST, t.account;
END $$;

-- Returns the next job of an account for a process with this spool; null: none. A job that has begun comes
-- first; then the account's maps take turns, starting after the map of the last job, each with its oldest
-- job. Jobs of one map run one after the other in their order, whichever spools they lie in, so that the
-- duplicate rule is deterministic. Skips maps that have to wait. Must be called by one process at a time for
-- an account.
CREATE OR REPLACE FUNCTION next_job(of_account bigint, of_spool text, is_quick boolean, kinds text[]) RETURNS text LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  spools text[] := ARRAY['', coalesce(of_spool, '')];
  expired record;
  resumed text;
  last_map bigint;
  map bigint;
  wrapped boolean := false;
  head jobs;
BEGIN
  FOR expired IN
    SELECT j.id, j.lease FROM jobs j WHERE j.account_id = of_account AND j.quick = is_quick AND j.status = 'processing'
      AND j.lease_until < clock_timestamp() AND j.kind = ANY (kinds) AND coalesce(j.spool, '') = ANY (spools)
    ORDER BY j.created_at, j.id
  LOOP
    -- A holder stopped in the middle of a block (SIGSTOP) may hold locks, for which the next holder would
    -- wait.
    PERFORM pg_terminate_backend(a.pid) FROM pg_stat_activity a WHERE a.application_name = writer_name(expired.id, expired.lease);
    resumed := coalesce(resumed, expired.id);
  END LOOP;
  IF resumed IS NOT NULL THEN RETURN resumed; END IF;

  SELECT l.map_id INTO last_map FROM unnest(spools) s (name) CROSS JOIN LATERAL (
    SELECT j.map_id, j.started_at FROM jobs j
    WHERE coalesce(j.spool, '') = s.name AND j.quick = is_quick AND j.account_id = of_account AND j.started_at IS NOT NULL
    ORDER BY j.started_at DESC LIMIT 1) l ORDER BY l.started_at DESC LIMIT 1;
  map := coalesce(last_map, 0);
  LOOP
    SELECT min(n.map_id) INTO map FROM unnest(spools) s (name) CROSS JOIN LATERAL (
      SELECT j.map_id FROM jobs j
      WHERE coalesce(j.spool, '') = s.name AND j.quick = is_quick AND j.account_id = of_account AND j.map_id > map AND j.status = 'queued'
      ORDER BY j.map_id LIMIT 1) n;
    IF map IS NULL AND NOT wrapped AND last_map IS NOT NULL THEN
      wrapped := true;
      map := 0;
      CONTINUE;
    END IF;
    IF map IS NULL OR (wrapped AND map > last_map) THEN RETURN NULL; END IF;
    SELECT * INTO head FROM jobs j WHERE j.map_id = map AND j.status = 'queued' AND j.kind = ANY (kinds)
      ORDER BY j.created_at, j.id LIMIT 1;
    IF head.account_id = of_account AND head.quick = is_quick AND coalesce(head.spool, '') = ANY (spools)
      AND (head.not_before IS NULL OR head.not_before <= clock_timestamp())
      AND NOT EXISTS (SELECT FROM jobs o WHERE o.map_id = map AND o.status = 'processing' AND o.kind = ANY (kinds))
    THEN
      RETURN head.id;
    END IF;
  END LOOP;
END $$;

-- application_name of a job's writers, by which a holder without a lease is found.
CREATE OR REPLACE FUNCTION writer_name(of_job text, with_lease bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'cartload ' || of_job || ' ' || with_lease
$$;

-- Claims a job whose upload the process has (`of_spool`), quick jobs first. `quick_jobs` and `long_jobs`
-- bound the running jobs of an account over all processes; 0: the process wants none of these. No row: there
-- is no job. A row of nulls: another process was choosing for an account, so the caller should ask again in
-- some milliseconds. Claims never wait. A job is chosen under a lock of its account, which is skipped when
-- another process has it; so the account's bound holds, and one job of a map is chosen at a time. The account
-- is checked again when the row is locked: a concurrent transfer either waits for the row and finds the job
-- running, or came first, and the job belongs to the new account. A process that lost its lease while the
-- database was away, and claims the job again, has not failed on it.
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
        -- From here on no earlier holder can commit another block.
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

-- Returns the trace of the request for a job; null: it has none. Volatile, because the snapshot of a claim
-- may be older than the job.
CREATE OR REPLACE FUNCTION trace_of_job(of_job text) RETURNS json LANGUAGE sql VOLATILE AS $$
  SELECT row_to_json(t) FROM (SELECT j.traceparent, j.tracestate FROM job_traces j WHERE j.job_id = of_job) t
$$;

-- Gives a job back that cannot run for now: the claim does not count, and the next one waits 5 s, twice as
-- long each time, at most 5 min. Returns the wait in seconds; null when the lease is lost.
CREATE OR REPLACE FUNCTION postpone_job(of_job text, with_lease bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE seconds integer;
BEGIN
  SELECT least(300, 5 * 2 ^ least(j.postponements, 10)) INTO seconds FROM jobs j WHERE j.id = of_job;
  UPDATE jobs SET status = 'queued', lease_until = NULL, claimant = NULL, claims = greatest(claims - 1, 0),
                  postponements = postponements + 1, not_before = clock_timestamp() + seconds * interval '1 second'
    WHERE id = of_job AND lease = with_lease AND status = 'processing';
  RETURN CASE WHEN FOUND THEN seconds END;
END $$;
