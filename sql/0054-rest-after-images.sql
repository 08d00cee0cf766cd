-- An account's next picture waits for as long as its last one computed: beside maps that take half a minute each, others' pictures find
-- the process that draws free for half of the time.
ALTER TABLE jobs
  ADD COLUMN image_rest_until timestamptz,
  ADD COLUMN image_name text;               -- of the map, as it was when it was read: the file is called so, whatever the map is called later
CREATE INDEX jobs_image_rests ON jobs (account_id, image_rest_until) WHERE image_rest_until IS NOT NULL;

-- As in 0029, without accounts whose pictures rest.
CREATE OR REPLACE FUNCTION accounts_in_turn(of_spool text, is_quick boolean, at_most integer, kinds text[]) RETURNS SETOF bigint LANGUAGE plpgsql
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
