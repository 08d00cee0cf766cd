-- Removal of expired rows (called by src/background/retention/retention.ts). Each function removes about
-- `at_most` rows of a kind and returns their number; 0: nothing more to do. So each is a short statement, and
-- others run in between.

CREATE OR REPLACE FUNCTION remove_idempotency_keys(at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE gone bigint;
BEGIN
  DELETE FROM idempotency_keys k WHERE k.ctid = ANY (ARRAY(
    SELECT o.ctid FROM idempotency_keys o WHERE o.created_at < now() - interval '24 hours' ORDER BY o.created_at LIMIT at_most
    FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

-- Removes counters of days before yesterday, UTC.
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

CREATE OR REPLACE FUNCTION remove_audit_entries(keep_days integer, at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE gone bigint;
BEGIN
  DELETE FROM audit_log a WHERE a.id = ANY (ARRAY(
    SELECT o.id FROM audit_log o WHERE o.at < now() - keep_days * interval '1 day' ORDER BY o.at LIMIT at_most FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

-- Removes ledger rows of these jobs, and the lists of their changes, then the jobs without any left: job by
-- job, as they belong to many maps, and so that few jobs are removed in part.
CREATE OR REPLACE FUNCTION remove_jobs(ids text[], at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  job record;
  ledger_rows bigint := 0;
  gone bigint;
  emptied text[] := '{}';
BEGIN
  FOR job IN SELECT j.id, j.map_id FROM unnest(ids) WITH ORDINALITY i (id, at) JOIN jobs j ON j.id = i.id ORDER BY i.at LOOP
    DELETE FROM import_changes c WHERE c.map_id = job.map_id AND c.job_id = job.id AND (c.block, c.marker_id) IN (
      SELECT o.block, o.marker_id FROM import_changes o WHERE o.map_id = job.map_id AND o.job_id = job.id
      ORDER BY o.block, o.marker_id LIMIT at_most - ledger_rows);
    GET DIAGNOSTICS gone = ROW_COUNT;
    ledger_rows := ledger_rows + gone;
    EXIT WHEN ledger_rows >= at_most;
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

-- Removes ended jobs. The process that has their files removes those later (src/import/run/sweep.ts).
CREATE OR REPLACE FUNCTION remove_finished_jobs(keep_days integer, at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN remove_jobs(ARRAY(
    SELECT j.id FROM jobs j WHERE j.completed_at < now() - keep_days * interval '1 day' ORDER BY j.completed_at LIMIT at_most
    FOR UPDATE SKIP LOCKED), at_most);
END $$;

-- Finds the next map after `after_map` with a marker that expired more than `keep_days` ago. The next call
-- goes on after `reached`; null: no more maps. Hops along markers_expiring from map to map, at most `at_most`
-- times (the settings leave no other plan), and so skips maps without expiring markers.
CREATE OR REPLACE FUNCTION next_expired_map(after_map bigint, keep_days integer, at_most integer, OUT due bigint, OUT reached bigint)
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

-- Removes expired markers; locked ones are left for later.
CREATE OR REPLACE FUNCTION remove_expired_markers(of_map bigint, keep_days integer, at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  due bigint[];
BEGIN
  SELECT array_agg(d.id) INTO due FROM (
    SELECT m.id FROM markers m WHERE m.map_id = of_map AND m.expires_at < now() - keep_days * interval '1 day'
    ORDER BY m.expires_at LIMIT at_most FOR UPDATE SKIP LOCKED) d;
  RETURN delete_listed_markers(of_map, due);
END $$;

-- Removes the next part of a map that was deleted more than `keep_days` ago, the map itself last. From the
-- first part on the map cannot be restored. Its markers have no readers, so no changes are recorded. Markers
-- go by ascending id: the next call goes on after `reached`, as an old snapshot elsewhere keeps removed rows
-- in the index, where each call from the lowest id on would pass all of them. null: none are left.
CREATE OR REPLACE FUNCTION remove_map_part(
  of_map bigint, keep_days integer, at_most integer, after_id bigint, OUT removed bigint, OUT reached bigint
) LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  ids bigint[];
BEGIN
  reached := after_id;
  UPDATE maps m SET removing = true
    WHERE m.id = of_map AND m.deleted_at < now() - keep_days * interval '1 day' AND NOT m.removing;
  PERFORM FROM maps m WHERE m.id = of_map AND m.removing;
  IF NOT FOUND THEN
    removed := 0;
    RETURN;
  END IF;

  -- Fence off running jobs, so that none writes to the map.
  PERFORM cancel_job(j.id) FROM jobs j WHERE j.map_id = of_map AND j.status IN ('queued', 'processing') LIMIT at_most;
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF removed > 0 THEN RETURN; END IF;

  WHILE reached IS NOT NULL LOOP
    ids := ARRAY(SELECT m.id FROM markers m WHERE m.map_id = of_map AND m.id > reached ORDER BY m.id LIMIT at_most);
    removed := cardinality(ids);
    IF removed > 0 THEN
      DELETE FROM search_texts t WHERE t.map_id = of_map AND t.map_id + 0 = of_map AND t.marker_id = ANY (ids);
      DELETE FROM markers m WHERE m.map_id = of_map AND m.id = ANY (ids);
      reached := ids[removed];
      RETURN;
    END IF;
    -- A last look from the start finds what was committed behind the walk.
    reached := CASE WHEN reached > 0 THEN 0 END;
  END LOOP;
  -- Texts of markers that were deleted before.
  DELETE FROM search_texts t WHERE t.map_id = of_map AND t.ctid = ANY (ARRAY(
    SELECT o.ctid FROM search_texts o WHERE o.map_id = of_map AND o.map_id + 0 = of_map LIMIT at_most));
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF removed > 0 THEN RETURN; END IF;

  DELETE FROM legend_entries e WHERE e.map_id = of_map AND e.position = ANY (ARRAY(
    SELECT o.position FROM legend_entries o WHERE o.map_id = of_map LIMIT at_most));
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF removed > 0 THEN RETURN; END IF;

  DELETE FROM field_definitions f WHERE f.map_id = of_map AND f.id = ANY (ARRAY(
    SELECT o.id FROM field_definitions o WHERE o.map_id = of_map LIMIT at_most));
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF removed > 0 THEN RETURN; END IF;

  removed := remove_jobs(ARRAY(SELECT j.id FROM jobs j WHERE j.map_id = of_map ORDER BY j.created_at LIMIT at_most), at_most);
  IF removed > 0 THEN RETURN; END IF;

  DELETE FROM outbox o WHERE o.id = ANY (ARRAY(SELECT p.id FROM outbox p WHERE p.map_id = of_map LIMIT at_most));
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF removed > 0 THEN RETURN; END IF;

  DELETE FROM shares s WHERE s.id = ANY (ARRAY(SELECT o.id FROM shares o WHERE o.map_id = of_map LIMIT at_most));
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF removed > 0 THEN RETURN; END IF;

  DELETE FROM search_indexes i WHERE i.map_id = of_map;
  DELETE FROM map_counts c WHERE c.map_id = of_map;
  DELETE FROM expiry_settlements s WHERE s.map_id = of_map;
  DELETE FROM layers l WHERE l.map_id = of_map;
  DELETE FROM maps m WHERE m.id = of_map;
  removed := 1;
END $$;

-- True when an account made for an invitation has no resources and was not invited again since.
CREATE OR REPLACE FUNCTION is_forgotten(account bigint, since timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM accounts a WHERE a.id = account AND a.pending AND a.created_at < since)
    AND NOT EXISTS (SELECT FROM maps m WHERE m.account_id = account)
    AND NOT EXISTS (SELECT FROM shares s WHERE s.account_id = account)
    AND NOT EXISTS (SELECT FROM api_keys k WHERE k.account_id = account)
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.account_id = account AND greatest(o.created_at, o.due_at) >= since)
$$;

-- Checks the next `at_most` pending accounts after `after_id`. The next call goes on after `reached`; null:
-- no more accounts.
CREATE OR REPLACE FUNCTION remove_pending_accounts(after_id bigint, keep_days integer, at_most integer, OUT removed bigint, OUT reached bigint)
LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := now() - keep_days * interval '1 day';
  seen bigint[] := ARRAY(SELECT a.id FROM accounts a WHERE a.pending AND a.id > after_id ORDER BY a.id LIMIT at_most);
  due bigint[];
BEGIN
  reached := seen[at_most];
  due := ARRAY(SELECT a.id FROM accounts a WHERE a.id = ANY (seen) AND is_forgotten(a.id, since) FOR UPDATE SKIP LOCKED);
  -- Check again, now that the locks prevent new shares.
  due := ARRAY(SELECT d FROM unnest(due) d WHERE is_forgotten(d, since));
  DELETE FROM outbox o WHERE o.account_id = ANY (due);
  DELETE FROM accounts a WHERE a.id = ANY (due);
  GET DIAGNOSTICS removed = ROW_COUNT;
END $$;

-- Removes answers, oldest first: those older than `keep_days` (0: none), unknown addresses older than
-- `keep_unknown_days`, and those before `beyond`.
CREATE OR REPLACE FUNCTION remove_geocoded_addresses(keep_days integer, keep_unknown_days integer, beyond timestamptz, at_most integer)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE gone bigint;
BEGIN
  DELETE FROM geocoded_addresses g WHERE g.ctid = ANY (ARRAY(
    SELECT o.ctid FROM geocoded_addresses o
    WHERE o.created_at < greatest(beyond, CASE WHEN keep_days > 0 THEN now() - keep_days * interval '1 day' END)
    ORDER BY o.created_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone > 0 THEN RETURN gone; END IF;
  DELETE FROM geocoded_addresses g WHERE g.ctid = ANY (ARRAY(
    SELECT o.ctid FROM geocoded_addresses o WHERE o.lat IS NULL AND o.created_at < now() - keep_unknown_days * interval '1 day'
    ORDER BY o.created_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

-- Checks the `at_most` areas used longest ago, and removes those without a marker, `keep_days` after their
-- last use, or after a day while all areas exceed `most_bytes`. The others count as used now. Runs in one
-- process at a time.
CREATE OR REPLACE FUNCTION remove_drive_time_areas(keep_days integer, most_bytes bigint, at_most integer)
RETURNS TABLE (seen bigint, removed bigint) LANGUAGE plpgsql AS $$
DECLARE
  before timestamptz := now() - CASE WHEN (SELECT u.bytes FROM drive_time_area_use u) > most_bytes THEN 1 ELSE keep_days END * interval '1 day';
  candidates uuid[];
  in_use uuid[];
  less bigint;
BEGIN
  candidates := ARRAY(SELECT a.key FROM drive_time_areas a WHERE a.used_at < before ORDER BY a.used_at LIMIT at_most);
  -- A separate statement, as markers may lie on another server than areas.
  in_use := ARRAY(SELECT DISTINCT m.area FROM markers m WHERE m.area = ANY (candidates));
  UPDATE drive_time_areas a SET used_at = now() WHERE a.key = ANY (ARRAY(
    SELECT o.key FROM drive_time_areas o WHERE o.key = ANY (in_use) ORDER BY o.key FOR UPDATE));
  -- Areas used meanwhile no longer match.
  WITH gone AS (
    DELETE FROM drive_time_areas a WHERE a.key = ANY (ARRAY(
      SELECT o.key FROM drive_time_areas o WHERE o.key = ANY (candidates) AND o.used_at < before ORDER BY o.key FOR UPDATE))
    RETURNING a.bytes)
  SELECT count(*), coalesce(sum(g.bytes), 0) INTO removed, less FROM gone g;
  UPDATE drive_time_area_use u SET bytes = u.bytes - less WHERE less > 0;
  seen := cardinality(candidates);
  RETURN NEXT;
END $$;
