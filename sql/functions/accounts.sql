-- Notifies all processes of changes to the rights of keys, so that they drop cached keys.
CREATE OR REPLACE FUNCTION notify_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'accounts' THEN
    PERFORM pg_notify('key_changed', encode(k.hash, 'hex')) FROM api_keys k WHERE k.account_id = NEW.id;
  ELSE
    PERFORM pg_notify('key_changed', encode(NEW.hash, 'hex'));
  END IF;
  RETURN NULL;
END $$;

-- Rows are locked in the order of the keys, as several processes write at once. A time noted within the last
-- half minute stays.
CREATE OR REPLACE FUNCTION note_key_uses(uses json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO key_uses AS u (key_id, last_used_at)
  SELECT r.key_id, to_timestamp(r.used_at_ms / 1000.0) FROM json_to_recordset(uses) AS r (key_id bigint, used_at_ms bigint)
  ORDER BY r.key_id
  ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at
  WHERE excluded.last_used_at >= u.last_used_at + interval '30 seconds';
END $$;

-- Returns the account with this e-mail (case-insensitive), made pending if there is none. It is locked until
-- the end of the transaction.
CREATE OR REPLACE FUNCTION account_for_email(wanted text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE account bigint;
BEGIN
  LOOP
    SELECT a.id INTO account FROM accounts a WHERE lower(a.email) = lower(wanted) FOR KEY SHARE;
    IF FOUND THEN RETURN account; END IF;
    INSERT INTO accounts (email, plan, pending) VALUES (wanted, 'free', true) ON CONFLICT (lower(email)) DO NOTHING;
  END LOOP;
END $$;

-- Sets the first password of a pending account. False: the account is not pending.
CREATE OR REPLACE FUNCTION set_first_password(of_account bigint, hash text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts a SET password_hash = hash, pending = false WHERE a.id = of_account AND a.pending;
  IF NOT FOUND THEN RETURN false; END IF;
  -- Waiting invitations would have invalid links.
  UPDATE outbox o SET failed_at = clock_timestamp(), last_error = 'the password is set'
  WHERE o.account_id = of_account AND o.sent_at IS NULL AND o.failed_at IS NULL;
  RETURN true;
END $$;

-- Stores the newest mapping of a header row, and keeps the `at_most` newest header rows of the account.
CREATE OR REPLACE FUNCTION remember_mapping(of_account bigint, of_header text, new_mapping json, at_most integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO header_memory VALUES (of_account, of_header, new_mapping, clock_timestamp())
  ON CONFLICT (account_id, fingerprint) DO UPDATE SET mapping = excluded.mapping, updated_at = excluded.updated_at;
  DELETE FROM header_memory m WHERE m.account_id = of_account AND m.fingerprint IN (
    SELECT o.fingerprint FROM header_memory o WHERE o.account_id = of_account
    ORDER BY o.updated_at DESC, o.fingerprint OFFSET at_most);
END $$;
