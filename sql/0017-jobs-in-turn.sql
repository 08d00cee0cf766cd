-- Whose turn it is to have a job run, without a lock that every process would queue on; and lists of jobs that read a page.

-- The owner of the job's map, kept up by the triggers below: neither a claim nor a list has to join an account's maps. An account has
-- a few hundred jobs a month, so that a transfer rewrites few rows.
-- A job is quick when it has so few rows as an upload that is answered when it is done (SYNC_ROWS of src/api/bulk.ts): quick ones and
-- long ones have slots of their own.
ALTER TABLE jobs
  ADD COLUMN account_id bigint,
  ADD COLUMN quick boolean NOT NULL GENERATED ALWAYS AS (total <= 500) STORED;
UPDATE jobs j SET account_id = m.account_id FROM maps m WHERE m.id = j.map_id;
ALTER TABLE jobs ALTER COLUMN account_id SET NOT NULL;

DROP INDEX jobs_open;
DROP INDEX jobs_of_map;
-- The accounts that wait, and the maps of one of them: each is found by one look, whatever number of jobs they have.
CREATE INDEX jobs_waiting ON jobs (coalesce(spool, ''), quick, account_id, map_id) WHERE status = 'queued';
CREATE INDEX jobs_running ON jobs (account_id, quick) WHERE status = 'processing';
CREATE INDEX jobs_begun ON jobs (coalesce(spool, ''), quick, account_id, started_at) WHERE started_at IS NOT NULL;
CREATE INDEX jobs_of_account ON jobs (account_id, created_at, id);
CREATE INDEX jobs_of_account_by_status ON jobs (account_id, status, created_at, id);
CREATE INDEX jobs_of_map ON jobs (map_id, created_at, id);
CREATE INDEX jobs_of_map_by_status ON jobs (map_id, status, created_at, id);

-- The share lock holds back a transfer, whose trigger would not see this job. The news says in which spool the upload lies, so that
-- only processes that have it look for work; that of create_job, which names the job, is for processes of earlier versions.
CREATE FUNCTION note_new_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT m.account_id INTO NEW.account_id FROM maps m WHERE m.id = NEW.map_id FOR SHARE;
  PERFORM pg_notify('job_queued', coalesce(NEW.spool, ''));
  RETURN NEW;
END $$;
CREATE TRIGGER jobs_created BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION note_new_job();

CREATE FUNCTION move_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE jobs j SET account_id = NEW.account_id WHERE j.map_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER maps_transferred AFTER UPDATE OF account_id ON maps
  FOR EACH ROW WHEN (OLD.account_id <> NEW.account_id) EXECUTE FUNCTION move_jobs();

-- Jobs that a process works on; those that were given back, or whose holder's lease is over, are not among them.
CREATE FUNCTION running_jobs(of_account bigint, is_quick boolean) RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM jobs j WHERE j.account_id = of_account AND j.quick = is_quick AND j.status = 'processing'
    AND j.claimant IS NOT NULL AND j.lease_until >= clock_timestamp()
$$;

-- Accounts with a job for a process that has this spool, and fewer than `at_most` running over all processes: who has fewest running
-- comes first, then whose turn was the longest ago. Hops from account to account, and looks at all jobs that are being worked on.
CREATE FUNCTION accounts_in_turn(of_spool text, is_quick boolean, at_most integer) RETURNS SETOF bigint LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
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
      FROM jobs j WHERE j.status = 'processing' AND j.quick = is_quick
    ), accounts AS (
      SELECT w.account FROM waiting w WHERE w.account IS NOT NULL UNION SELECT b.account_id FROM begun b WHERE b.resumable
    ), turns AS (
      SELECT a.account, (SELECT count(*) FROM begun b WHERE b.account_id = a.account AND b.running) AS running,
             (SELECT max(l.at) FROM spools s CROSS JOIN LATERAL (
                SELECT max(j.started_at) AS at FROM jobs j
                WHERE coalesce(j.spool, '') = s.name AND j.quick = is_quick AND j.account_id = a.account AND j.started_at IS NOT NULL) l) AS last
      FROM accounts a
    )
    SELECT t.account FROM turns t WHERE t.running < at_most ORDER BY t.running, t.last NULLS FIRST, t.account;
END $$;

-- The job of an account that a process with this spool may work on next; null: there is none. One that was begun before comes first;
-- then the account's maps take turns, from the one behind that of the last job on, each with its oldest job: jobs of one map run one
-- after the other, in their order, whichever spools they lie in, so that the duplicate rule depends on nothing else. Hops over maps
-- that have to wait. To be called by one process at a time for an account.
CREATE FUNCTION next_job(of_account bigint, of_spool text, is_quick boolean, kinds text[]) RETURNS text LANGUAGE plpgsql
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
    -- A holder that is stopped in the middle of a block (SIGSTOP) may have rows and locks under way, which the next holder would wait for.
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

-- Claims a job whose upload the process has (`of_spool`), quick ones first. `quick_jobs` and `long_jobs` of an account run at a time over
-- all processes; 0: the process wants none of these. No row: there is none. A row of nulls: another process was choosing for an account,
-- so that it is worth asking again in some milliseconds.
-- Nobody waits here. A job is chosen under a lock of its account, which is let be when somebody else has it; so the account's bound
-- holds, and one job of a map is chosen at a time. The row is locked with its account looked at again: a transfer that comes between
-- waits for the row and finds the job running, or was first, and the job is the new account's to choose.
-- A process that only lost its lease, for the database was away, and comes back for the job has not failed on it.
CREATE FUNCTION claim_job_in_turn(
  kinds text[], lease_ms integer, new_claimant text, of_spool text, long_jobs integer, quick_jobs integer
) RETURNS SETOF jobs LANGUAGE plpgsql AS $$
DECLARE
  lane record;
  account bigint;
  chosen text;
  contended boolean := false;
BEGIN
  FOR lane IN SELECT * FROM (VALUES (true, quick_jobs), (false, long_jobs)) l (is_quick, at_most) WHERE l.at_most > 0 LOOP
    FOR account IN SELECT * FROM accounts_in_turn(of_spool, lane.is_quick, lane.at_most) LOOP
      IF NOT pg_try_advisory_xact_lock(hashtext('claim_job'), hashint8(account)) THEN
        contended := true;
        CONTINUE;
      END IF;
      CONTINUE WHEN running_jobs(account, lane.is_quick) >= lane.at_most;
      chosen := next_job(account, of_spool, lane.is_quick, kinds);
      CONTINUE WHEN chosen IS NULL;
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
          WHERE j.id = chosen AND j.account_id = account
            AND (j.status = 'queued' OR (j.status = 'processing' AND j.lease_until < clock_timestamp()))
          FOR UPDATE OF j SKIP LOCKED) committed
        WHERE id = committed.of_job
        RETURNING jobs.*;
      IF FOUND THEN RETURN; END IF;
      contended := true;
    END LOOP;
  END LOOP;
  IF contended THEN RETURN NEXT NULL; END IF;
END $$;

-- For processes of earlier versions.
CREATE OR REPLACE FUNCTION claim_job(kinds text[], lease_ms integer, new_claimant text, of_spool text DEFAULT NULL) RETURNS SETOF jobs
LANGUAGE sql AS $$
  SELECT * FROM claim_job_in_turn(kinds, lease_ms, new_claimant, of_spool, 2, 2) j WHERE j.id IS NOT NULL
$$;

-- Jobs of the maps that an account owns, the newest first, behind `before` (a time and an id; null: from the start), of one map and one
-- status if given. Walks along an index and ends with the page; jobs of deleted maps are passed over one by one. A statement for each
-- case, as the right index differs; the settings leave no other plan.
CREATE FUNCTION list_jobs(
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

-- Spool directories, and when a process that runs their jobs was seen last: a job can tell that it waits for a machine.
CREATE TABLE spools (
  identity text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Those that share a directory write once for all of them.
CREATE FUNCTION note_spool(spool text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO spools (identity) VALUES (spool)
  ON CONFLICT (identity) DO UPDATE SET seen_at = clock_timestamp() WHERE spools.seen_at < clock_timestamp() - interval '10 seconds';
  DELETE FROM spools s WHERE s.seen_at < clock_timestamp() - interval '30 days';
END $$;
