ALTER TABLE accounts ADD COLUMN password_hash text;  -- PHC string, src/auth/password.ts; null: none is set

CREATE TABLE shares (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  map_id bigint NOT NULL REFERENCES maps,
  account_id bigint NOT NULL REFERENCES accounts,
  access_level text NOT NULL CHECK (access_level IN ('viewer', 'member', 'admin')),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (map_id, account_id)
);
CREATE INDEX shares_of_account ON shares (account_id);

-- Invitations of pending accounts, sent by src/mail/mailer.ts. What the mail says is read when it is sent; the token in its
-- link is derived then (src/auth/password-token.ts), so that nothing here opens an account.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,  -- to whom
  map_id bigint NOT NULL REFERENCES maps,
  inviter_id bigint NOT NULL REFERENCES accounts,
  created_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,             -- when the throttle lets it go
  attempts integer NOT NULL DEFAULT 0,     -- begun ones
  next_attempt_at timestamptz NOT NULL,    -- while an attempt runs: the end of its lease
  sent_at timestamptz,
  failed_at timestamptz,                   -- given up
  last_error text
);
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE UNIQUE INDEX outbox_waiting ON outbox (account_id, map_id) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_of_account ON outbox (account_id, map_id, due_at);
CREATE INDEX outbox_of_inviter ON outbox (inviter_id, due_at);

-- Invites a pending account to a map; any other account needs no invitation, and one that waits already is enough. An inviter
-- has 50 go out an hour, and a recipient gets one of a map in ten minutes: the others wait. Returns when it will be sent; null
-- when nothing was queued.
CREATE FUNCTION queue_invitation(account bigint, map bigint, inviter bigint) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE due timestamptz;
BEGIN
  IF NOT EXISTS (SELECT FROM accounts a WHERE a.id = account AND a.pending) THEN RETURN NULL; END IF;
  -- One at a time per inviter, or parallel ones would each be the fiftieth.
  PERFORM FROM accounts a WHERE a.id = inviter FOR NO KEY UPDATE;
  DELETE FROM outbox o WHERE o.inviter_id = inviter AND coalesce(o.sent_at, o.failed_at) < now() - interval '30 days';
  due := greatest(
    clock_timestamp(),
    (SELECT o.due_at + interval '1 hour' FROM outbox o WHERE o.inviter_id = inviter
     ORDER BY o.due_at DESC OFFSET 49 LIMIT 1),
    (SELECT max(o.due_at) + interval '10 minutes' FROM outbox o WHERE o.account_id = account AND o.map_id = map));
  INSERT INTO outbox (account_id, map_id, inviter_id, due_at, next_attempt_at) VALUES (account, map, inviter, due, due)
  ON CONFLICT (account_id, map_id) WHERE sent_at IS NULL AND failed_at IS NULL DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM pg_notify('mail_queued', '');
  RETURN due;
END $$;

-- Shares a map with the account of an e-mail, which is made, pending, and invited when there is none. A second time changes the
-- level, and invites again who has not come yet. No row: the map is gone. SQLSTATE CL400: the message tells the caller why not.
CREATE FUNCTION share_map(owner bigint, of_map bigint, with_email text, level text, at_most integer)
RETURNS TABLE (id bigint, map_id bigint, email text, access_level text, pending boolean, created_at timestamptz, created boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  sharee bigint;
  is_new boolean;
BEGIN
  -- Locked, so that the map is neither transferred nor shared once too often meanwhile.
  PERFORM FROM maps m WHERE m.id = of_map AND m.account_id = owner AND m.deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  sharee := account_for_email(with_email);
  IF sharee = owner THEN
    RAISE EXCEPTION 'email is the owner''s: a map cannot be shared with its owner' USING ERRCODE = 'CL400';
  END IF;
  UPDATE shares s SET access_level = level WHERE s.map_id = of_map AND s.account_id = sharee;
  is_new := NOT FOUND;
  IF is_new THEN
    IF (SELECT count(*) FROM shares s WHERE s.map_id = of_map) >= at_most THEN
      RAISE EXCEPTION 'a map can be shared with at most % accounts', at_most USING ERRCODE = 'CL400';
    END IF;
    INSERT INTO shares (map_id, account_id, access_level) VALUES (of_map, sharee, level);
  END IF;
  IF queue_invitation(sharee, of_map, owner) > clock_timestamp() + interval '20 hours' THEN
    RAISE EXCEPTION 'a thousand invitations wait to be sent: try again in some hours' USING ERRCODE = 'CL400';
  END IF;
  RETURN QUERY SELECT s.id, s.map_id, a.email, s.access_level, a.pending, s.created_at, is_new
               FROM shares s JOIN accounts a ON a.id = s.account_id WHERE s.map_id = of_map AND s.account_id = sharee;
END $$;

-- Sets the password of an account that is pending, once. False: it is not pending (any more).
CREATE FUNCTION set_first_password(of_account bigint, hash text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts a SET password_hash = hash, pending = false WHERE a.id = of_account AND a.pending;
  IF NOT FOUND THEN RETURN false; END IF;
  -- Their links would not work any more.
  DELETE FROM outbox o WHERE o.account_id = of_account AND o.sent_at IS NULL AND o.failed_at IS NULL;
  RETURN true;
END $$;
