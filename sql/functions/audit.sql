-- Writes an entry. The actor is in a setting of the transaction, which authorize_key makes.
CREATE OR REPLACE FUNCTION note_audit(
  of_action text, of_owner bigint, of_other bigint, of_map bigint, of_share bigint, of_key bigint, more json
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  by_key bigint := nullif(current_setting('cartload.key_id', true), '');
  application text := current_setting('application_name');
  entry bigint;
BEGIN
  INSERT INTO audit_log (action, account_id, key_id, via, owner_id, other_id, map_id, share_id, api_key_id, details)
  VALUES (of_action, (SELECT k.account_id FROM api_keys k WHERE k.id = by_key), by_key,
          CASE WHEN (SELECT k.for_sessions FROM api_keys k WHERE k.id = by_key) THEN 'session' WHEN by_key IS NOT NULL THEN 'key' WHEN application = 'cartload command' THEN 'cli'
               WHEN application LIKE 'cartload%' THEN 'service' ELSE application END,
          of_owner, of_other, of_map, of_share, of_key, more)
  RETURNING id INTO entry;
  RETURN entry;
END $$;

CREATE OR REPLACE FUNCTION audit_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit(
    CASE WHEN TG_OP = 'INSERT' THEN 'key.issued' WHEN NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL THEN 'key.revoked'
         ELSE 'key.changed' END,
    NEW.account_id, NULL, NULL, NULL, NEW.id,
    json_strip_nulls(json_build_object('scope', NEW.scope, 'for_sessions', nullif(NEW.for_sessions, false), 'rate_limit', NEW.rate_limit, 'quota_maps', NEW.quota_maps,
      'quota_markers', NEW.quota_markers, 'quota_bulk', NEW.quota_bulk)));
  RETURN NULL;
END $$;

-- Records only that a password was set.
CREATE OR REPLACE FUNCTION audit_account() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION audit_map() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Shares that are removed with their map have no entry; the entry of the map covers them.
CREATE OR REPLACE FUNCTION audit_share() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- The address is cut to its origin, as its path may be a secret of the receiver. Webhooks that are removed
-- with their account have no entry.
CREATE OR REPLACE FUNCTION audit_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE w webhooks := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = w.account_id) THEN RETURN NULL; END IF;
  PERFORM note_audit(
    CASE TG_OP WHEN 'INSERT' THEN 'webhook.created' ELSE 'webhook.deleted' END,
    w.account_id, NULL, NULL, NULL, NULL, json_build_object('webhook_id', w.id, 'origin', substring(w.url FROM '^https?://[^/?#]+')));
  RETURN NULL;
END $$;

-- Counts the markers of a bulk delete in one entry: `entry` is the result of the previous statement, null in
-- the first one that deleted anything. It is not a trigger, because distributed tables cannot have any, and
-- because single deletes are not audited.
CREATE OR REPLACE FUNCTION note_bulk_delete(entry bigint, of_map bigint, of_owner bigint, deleted bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
BEGIN
  IF deleted = 0 THEN RETURN entry; END IF;
  IF entry IS NULL THEN
    RETURN note_audit('markers.deleted', of_owner, NULL, of_map, NULL, NULL, json_build_object('deleted', deleted));
  END IF;
  UPDATE audit_log a SET details = json_build_object('deleted', (a.details ->> 'deleted')::bigint + deleted) WHERE a.id = entry;
  RETURN entry;
END $$;
