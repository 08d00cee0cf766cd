-- Begins a session of an account whose password was checked, and ends its expired ones and the longest unused
-- beyond `most`. `proof` is the stored hash that was checked: false when it is another by now. False, too,
-- when the key of the account's sessions was revoked.
CREATE OR REPLACE FUNCTION begin_session(
  of_account bigint, proof text, token_hash bytea, key_hash bytea, idle_hours integer, longest_days integer, most integer
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE own api_keys;
BEGIN
  -- Locked, so that the bound is exact, and the account gets one such key.
  PERFORM FROM accounts a WHERE a.id = of_account AND a.password_hash = proof FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT * INTO own FROM api_keys k WHERE k.account_id = of_account AND k.for_sessions ORDER BY k.id DESC LIMIT 1;
  IF NOT FOUND THEN
    INSERT INTO api_keys (account_id, hash, scope, for_sessions) VALUES (of_account, key_hash, 'read_write', true) RETURNING * INTO own;
  END IF;
  IF own.revoked_at IS NOT NULL THEN RETURN false; END IF;
  DELETE FROM sessions s WHERE s.key_id = own.id AND (
    s.used_at < now() - idle_hours * interval '1 hour' OR s.created_at < now() - longest_days * interval '1 day'
    OR s.hash IN (SELECT o.hash FROM sessions o WHERE o.key_id = own.id ORDER BY o.used_at DESC, o.hash OFFSET most - 1));
  INSERT INTO sessions (hash, key_id) VALUES (token_hash, own.id);
  RETURN true;
END $$;

-- A new password ends all sessions of its account.
CREATE OR REPLACE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions s USING api_keys k WHERE k.id = s.key_id AND k.account_id = NEW.id;
  RETURN NULL;
END $$;

-- Records that a session began or ended; the end is told to all processes.
CREATE OR REPLACE FUNCTION audit_session() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_key bigint := coalesce(NEW.key_id, OLD.key_id);
  person bigint := (SELECT k.account_id FROM api_keys k WHERE k.id = of_key);
BEGIN
  PERFORM note_audit(CASE TG_OP WHEN 'INSERT' THEN 'session.begun' ELSE 'session.ended' END, person, NULL, NULL, NULL, of_key, NULL);
  IF TG_OP = 'DELETE' THEN PERFORM pg_notify('key_changed', encode(OLD.hash, 'hex')); END IF;
  RETURN NULL;
END $$;
