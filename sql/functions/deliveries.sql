-- Queues the news of a job's end for the webhooks of the account that owns its map, in the statement that
-- ends the job. A webhook that is deleted meanwhile is waited for and left out, so that no job fails to end.
CREATE OR REPLACE FUNCTION queue_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (webhook_id, job_id)
  SELECT w.id, NEW.id FROM maps m JOIN webhooks w ON w.account_id = m.account_id WHERE m.id = NEW.map_id AND m.deleted_at IS NULL
  FOR KEY SHARE OF w;
  IF FOUND THEN PERFORM pg_notify('webhook_queued', ''); END IF;
  RETURN NULL;
END $$;

-- At most 100 for an account (SQLSTATE CL400). The row of the account is locked, so that requests at one time
-- do not make more.
CREATE OR REPLACE FUNCTION create_webhook(for_account bigint, to_url text) RETURNS SETOF webhooks LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM accounts a WHERE a.id = for_account FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM webhooks w WHERE w.account_id = for_account) >= 100 THEN
    RAISE EXCEPTION 'an account can have at most 100 webhooks: delete one first' USING ERRCODE = 'CL400';
  END IF;
  RETURN QUERY INSERT INTO webhooks (account_id, url) VALUES (for_account, to_url) RETURNING *;
END $$;

CREATE OR REPLACE FUNCTION remove_deliveries(keep_days integer, at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE removed bigint;
BEGIN
  DELETE FROM webhook_deliveries d WHERE d.id IN (
    SELECT o.id FROM webhook_deliveries o WHERE o.created_at < now() - keep_days * interval '1 day' ORDER BY o.created_at LIMIT at_most);
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
