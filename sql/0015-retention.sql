-- What is removed after a while (src/retention/retention.ts calls it). Each function removes `at_most` rows of a kind, or little more,
-- and returns how many; 0: there is nothing more to do for now. So each is a short statement, and others get in between.

CREATE INDEX jobs_finished ON jobs (completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX quota_use_by_day ON quota_use (day);
CREATE INDEX maps_deleted ON maps (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX accounts_pending ON accounts (id) WHERE pending;
-- Without these each row that goes has the tables that refer to it read as a whole.
CREATE INDEX idempotency_keys_of_job ON idempotency_keys (job_id);
CREATE INDEX maps_of_owner ON maps (account_id);
CREATE INDEX api_keys_of_account ON api_keys (account_id);
CREATE INDEX outbox_of_map ON outbox (map_id);

-- A deleted map whose parts are being removed: it cannot be restored any more.
ALTER TABLE maps ADD COLUMN removing boolean NOT NULL DEFAULT false;

CREATE FUNCTION remove_idempotency_keys(at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE gone bigint;
BEGIN
  DELETE FROM idempotency_keys k WHERE k.ctid = ANY (ARRAY(
    SELECT o.ctid FROM idempotency_keys o WHERE o.created_at < now() - interval '24 hours' ORDER BY o.created_at LIMIT at_most
    FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

-- Of days before yesterday, UTC.
CREATE FUNCTION remove_quota_use(at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE gone bigint;
BEGIN
  DELETE FROM quota_use q WHERE q.ctid = ANY (ARRAY(
    SELECT o.ctid FROM quota_use o WHERE o.day < (now() AT TIME ZONE 'UTC')::date - 1 ORDER BY o.day LIMIT at_most
    FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

-- Of these jobs the first rows of the ledger, then those jobs that have none left: job by job, so that few are there in part.
CREATE FUNCTION remove_jobs(ids text[], at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  ledger_rows bigint;
  gone bigint;
BEGIN
  DELETE FROM import_blocks b WHERE b.job_id = ANY (ids) AND b.ctid = ANY (ARRAY(
    SELECT l.ctid FROM unnest(ids) i
    CROSS JOIN LATERAL (SELECT o.ctid FROM import_blocks o WHERE o.job_id = i ORDER BY o.block OFFSET 0) l LIMIT at_most));
  GET DIAGNOSTICS ledger_rows = ROW_COUNT;
  ids := ARRAY(SELECT i FROM unnest(ids) i WHERE NOT EXISTS (SELECT FROM import_blocks b WHERE b.job_id = i));
  DELETE FROM idempotency_keys k WHERE k.job_id = ANY (ids);
  DELETE FROM jobs j WHERE j.id = ANY (ids);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN ledger_rows + gone;
END $$;

-- Their files go when the process that has them sees that their jobs are no more (src/import/sweep.ts).
CREATE FUNCTION remove_finished_jobs(keep_days integer, at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN remove_jobs(ARRAY(
    SELECT j.id FROM jobs j WHERE j.completed_at < now() - keep_days * interval '1 day' ORDER BY j.completed_at LIMIT at_most
    FOR UPDATE SKIP LOCKED), at_most);
END $$;

-- The next map behind `after_map` with a marker that expired more than `keep_days` ago. `reached` is where the next call goes on; null:
-- there are no more. Hops from map to map along markers_expiring (the settings leave no other plan), `at_most` of them: maps
-- without a marker that expires are not looked at.
CREATE FUNCTION next_expired_map(after_map bigint, keep_days integer, at_most integer, OUT due bigint, OUT reached bigint)
LANGUAGE plpgsql STABLE SET enable_sort = off SET enable_incremental_sort = off SET enable_bitmapscan = off SET enable_seqscan = off AS $$
DECLARE first_expiry timestamptz;
BEGIN
  reached := after_map;
  FOR hop IN 1 .. at_most LOOP
    SELECT m.map_id, m.expires_at INTO reached, first_expiry FROM markers m
      WHERE m.map_id > reached AND m.expires_at IS NOT NULL ORDER BY m.map_id, m.expires_at LIMIT 1;
    EXIT WHEN reached IS NULL;
    IF first_expiry < now() - keep_days * interval '1 day' THEN
      due := reached;
      EXIT;
    END IF;
  END LOOP;
END $$;

-- Those that somebody is changing at this moment are left for later.
CREATE FUNCTION remove_expired_markers(of_map bigint, keep_days integer, at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  due bigint[];
  gone bigint;
  areas bigint;
BEGIN
  due := ARRAY(
    SELECT m.id FROM markers m WHERE m.map_id = of_map AND m.expires_at < now() - keep_days * interval '1 day'
    ORDER BY m.expires_at LIMIT at_most FOR UPDATE SKIP LOCKED);
  WITH removed AS (
    DELETE FROM markers m WHERE m.map_id = of_map AND m.id = ANY (due) RETURNING is_area(m.type) AS area)
  SELECT count(*), count(*) FILTER (WHERE r.area) INTO gone, areas FROM removed r;
  IF gone > 0 THEN PERFORM add_counts(of_map, -gone, -areas); END IF;
  RETURN gone;
END $$;

-- The next part of a map that was deleted more than `keep_days` ago, the map itself last. From the first part on it cannot be restored.
CREATE FUNCTION remove_map_part(of_map bigint, keep_days integer, at_most integer) RETURNS bigint LANGUAGE plpgsql
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
    -- + 0: as in advance_search_index.
    DELETE FROM search_texts t WHERE t.map_id + 0 = of_map AND t.marker_id = ANY (ids);
    DELETE FROM markers m WHERE m.map_id = of_map AND m.id = ANY (ids);
    RETURN cardinality(ids);
  END IF;
  -- Of markers that were deleted before.
  DELETE FROM search_texts t WHERE t.map_id = of_map AND t.ctid = ANY (ARRAY(
    SELECT o.ctid FROM search_texts o WHERE o.map_id = of_map LIMIT at_most));
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

-- Whether an account that was made for an invitation has nothing any more and was not invited again since.
CREATE FUNCTION is_forgotten(account bigint, since timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM accounts a WHERE a.id = account AND a.pending AND a.created_at < since)
    AND NOT EXISTS (SELECT FROM maps m WHERE m.account_id = account)
    AND NOT EXISTS (SELECT FROM shares s WHERE s.account_id = account)
    AND NOT EXISTS (SELECT FROM api_keys k WHERE k.account_id = account)
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.account_id = account AND greatest(o.created_at, o.due_at) >= since)
$$;

-- Looks at the `at_most` pending accounts behind `after_id`. `reached` is where the next call goes on; null: there are no more.
CREATE FUNCTION remove_pending_accounts(after_id bigint, keep_days integer, at_most integer, OUT removed bigint, OUT reached bigint)
LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := now() - keep_days * interval '1 day';
  seen bigint[] := ARRAY(SELECT a.id FROM accounts a WHERE a.pending AND a.id > after_id ORDER BY a.id LIMIT at_most);
  due bigint[];
BEGIN
  reached := seen[at_most];
  due := ARRAY(SELECT a.id FROM accounts a WHERE a.id = ANY (seen) AND is_forgotten(a.id, since) FOR UPDATE SKIP LOCKED);
  -- Once more, now that nobody can share anything with them.
  due := ARRAY(SELECT d FROM unnest(due) d WHERE is_forgotten(d, since));
  DELETE FROM outbox o WHERE o.account_id = ANY (due);
  DELETE FROM accounts a WHERE a.id = ANY (due);
  GET DIAGNOSTICS removed = ROW_COUNT;
END $$;

-- As in 0007, but the account cannot be removed before the caller has used it.
CREATE OR REPLACE FUNCTION account_for_email(wanted text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE account bigint;
BEGIN
  LOOP
    SELECT a.id INTO account FROM accounts a WHERE lower(a.email) = lower(wanted) FOR KEY SHARE;
    IF FOUND THEN RETURN account; END IF;
    INSERT INTO accounts (email, plan, pending) VALUES (wanted, 'free', true) ON CONFLICT (lower(email)) DO NOTHING;
  END LOOP;
END $$;
