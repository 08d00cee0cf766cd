-- Who issued and revoked keys, shared, transferred, archived, deleted and restored maps, deleted many markers, and made and changed accounts.
-- Triggers write it in the statement that makes the change, whichever function or client that is, so that no change is without its
-- entry. Nothing refers to other tables: entries outlive what they tell of, until retention removes them.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  action text NOT NULL,                    -- map.transferred, key.issued, ...
  account_id bigint,                       -- who did it: the account of the key; null without a key
  key_id bigint,                           -- by which key; null: see via
  via text NOT NULL,                       -- key; without one cli, service, or the application_name of who else wrote to the database
  owner_id bigint,                         -- whose map, share or key it is, before the change; the account itself
  other_id bigint,                         -- with whom a map is shared, who owns it now
  map_id bigint,
  share_id bigint,
  api_key_id bigint,                       -- the key that was issued, changed or revoked
  details json
);
CREATE INDEX audit_log_by_age ON audit_log (at);
CREATE INDEX audit_log_of_account ON audit_log (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX audit_log_of_owner ON audit_log (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX audit_log_of_other ON audit_log (other_id) WHERE other_id IS NOT NULL;

-- Who does it, authorize_key has put into a setting of the transaction (0021).
CREATE FUNCTION note_audit(
  of_action text, of_owner bigint, of_other bigint, of_map bigint, of_share bigint, of_key bigint, more json
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  by_key bigint := nullif(current_setting('cartload.key_id', true), '');
  application text := current_setting('application_name');
  entry bigint;
BEGIN
  INSERT INTO audit_log (action, account_id, key_id, via, owner_id, other_id, map_id, share_id, api_key_id, details)
  VALUES (of_action, (SELECT k.account_id FROM api_keys k WHERE k.id = by_key), by_key,
          CASE WHEN by_key IS NOT NULL THEN 'key' WHEN application = 'cartload command' THEN 'cli'
               WHEN application LIKE 'cartload%' THEN 'service' ELSE application END,
          of_owner, of_other, of_map, of_share, of_key, more)
  RETURNING id INTO entry;
  RETURN entry;
END $$;

CREATE FUNCTION audit_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit(
    CASE WHEN TG_OP = 'INSERT' THEN 'key.issued' WHEN NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL THEN 'key.revoked'
         ELSE 'key.changed' END,
    NEW.account_id, NULL, NULL, NULL, NEW.id,
    json_strip_nulls(json_build_object('scope', NEW.scope, 'rate_limit', NEW.rate_limit, 'quota_maps', NEW.quota_maps,
      'quota_markers', NEW.quota_markers, 'quota_bulk', NEW.quota_bulk)));
  RETURN NULL;
END $$;
CREATE TRIGGER api_keys_issued AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION audit_key();
CREATE TRIGGER api_keys_audited AFTER UPDATE ON api_keys FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION audit_key();

-- Of a password only that it was set.
CREATE FUNCTION audit_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE a accounts := coalesce(NEW, OLD);
BEGIN
  PERFORM note_audit(
    CASE TG_OP WHEN 'INSERT' THEN 'account.created' WHEN 'DELETE' THEN 'account.removed' ELSE 'account.changed' END,
    a.id, NULL, NULL, NULL, NULL,
    json_strip_nulls(json_build_object('email', a.email, 'plan', a.plan, 'superuser', a.superuser, 'health_data', a.health_data,
      'row_limit', a.row_limit, 'pending', a.pending,
      'password_set', CASE WHEN TG_OP = 'UPDATE' AND OLD.password_hash IS DISTINCT FROM NEW.password_hash THEN true END)));
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_made AFTER INSERT OR DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION audit_account();
CREATE TRIGGER accounts_audited AFTER UPDATE ON accounts FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION audit_account();

CREATE FUNCTION audit_map() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_audit('map.removed', OLD.account_id, NULL, OLD.id, NULL, NULL, NULL);
    RETURN NULL;
  END IF;
  IF NEW.account_id <> OLD.account_id THEN
    PERFORM note_audit('map.transferred', OLD.account_id, NEW.account_id, NEW.id, NULL, NULL, NULL);
  END IF;
  IF NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL THEN
    PERFORM note_audit('map.deleted', NEW.account_id, NULL, NEW.id, NULL, NULL, NULL);
  ELSIF NEW.status = 'archived' AND OLD.status <> 'archived' THEN
    PERFORM note_audit('map.archived', NEW.account_id, NULL, NEW.id, NULL, NULL, NULL);
  ELSIF NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL OR NEW.status <> OLD.status THEN
    PERFORM note_audit('map.restored', NEW.account_id, NULL, NEW.id, NULL, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER maps_removed AFTER DELETE ON maps FOR EACH ROW EXECUTE FUNCTION audit_map();
CREATE TRIGGER maps_audited AFTER UPDATE OF account_id, status, deleted_at ON maps FOR EACH ROW
  WHEN (OLD.account_id <> NEW.account_id OR OLD.status <> NEW.status OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION audit_map();

-- Of the shares that go with a map that is removed for good, the entry of the map tells.
CREATE FUNCTION audit_share() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  s shares := coalesce(NEW, OLD);
  m maps;
BEGIN
  SELECT * INTO m FROM maps o WHERE o.id = s.map_id;
  IF m.removing THEN RETURN NULL; END IF;
  PERFORM note_audit(
    CASE TG_OP WHEN 'INSERT' THEN 'share.created' WHEN 'DELETE' THEN 'share.deleted' ELSE 'share.changed' END,
    m.account_id, s.account_id, s.map_id, s.id, NULL, json_build_object('access_level', s.access_level));
  RETURN NULL;
END $$;
CREATE TRIGGER shares_made AFTER INSERT OR DELETE ON shares FOR EACH ROW EXECUTE FUNCTION audit_share();
CREATE TRIGGER shares_audited AFTER UPDATE ON shares FOR EACH ROW
  WHEN (OLD.access_level <> NEW.access_level) EXECUTE FUNCTION audit_share();

-- A bulk delete goes in many statements and has one entry, which counts: `entry` is what the statement before returned, null in the
-- first that deleted anything. Not a trigger: tables that are distributed cannot have any, and single deletes are no business of it.
CREATE FUNCTION note_bulk_delete(entry bigint, of_map bigint, of_owner bigint, deleted bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
BEGIN
  IF deleted = 0 THEN RETURN entry; END IF;
  IF entry IS NULL THEN
    RETURN note_audit('markers.deleted', of_owner, NULL, of_map, NULL, NULL, json_build_object('deleted', deleted));
  END IF;
  UPDATE audit_log a SET details = json_build_object('deleted', (a.details ->> 'deleted')::bigint + deleted) WHERE a.id = entry;
  RETURN entry;
END $$;

CREATE FUNCTION remove_audit_entries(keep_days integer, at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE gone bigint;
BEGIN
  DELETE FROM audit_log a WHERE a.id = ANY (ARRAY(
    SELECT o.id FROM audit_log o WHERE o.at < now() - keep_days * interval '1 day' ORDER BY o.at LIMIT at_most FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

-- When keys were used last; the true time is up to two minutes later (src/auth/key-use.ts). Not a column of api_keys: its changes are told to all processes,
-- which then forget all keys.
CREATE TABLE key_uses (
  key_id bigint PRIMARY KEY,
  last_used_at timestamptz NOT NULL
) WITH (fillfactor = 70);

-- In the order of the keys, as several processes do it at once. What another noted within half a minute stays.
CREATE FUNCTION note_key_uses(uses json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO key_uses AS u (key_id, last_used_at)
  SELECT r.key_id, to_timestamp(r.used_at_ms / 1000.0) FROM json_to_recordset(uses) AS r (key_id bigint, used_at_ms bigint)
  ORDER BY r.key_id
  ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at
  WHERE excluded.last_used_at >= u.last_used_at + interval '30 seconds';
END $$;

-- What the metrics say of queues, asked by every process at every scrape: so by index alone, and of 10,000 rows of a queue at most;
-- ended jobs are not looked at, however many there are. Ages in seconds, null where nothing waits. `overdue` are jobs whose holder is gone
-- and that nobody took over; a mail is as old as it is due.
CREATE FUNCTION queue_state() RETURNS json LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
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
    'oldestMail', (SELECT extract(epoch FROM clock_timestamp() - min(m.due_at)) FROM mails m WHERE m.due_at < clock_timestamp()))
  INTO state FROM open_jobs j;
  RETURN state;
END $$;
