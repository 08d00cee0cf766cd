-- The throttle must not reveal whether an address has an account. So every invitation takes a place in it: a
-- row that counts as sent from the start when no mail is needed, and a row that is given up, not removed,
-- when a mail is no longer needed.

-- Shares a map with the account of an e-mail; without one it makes a pending account and invites it. Sharing
-- again changes the level, and invites a pending account again. The row does not reveal whether the address
-- had an account. No row: the map is gone. SQLSTATE CL400 carries a message for the caller.
CREATE OR REPLACE FUNCTION share_map(owner bigint, of_map bigint, with_email text, level text, at_most integer)
RETURNS TABLE (id bigint, map_id bigint, email text, access_level text, created_at timestamptz, created boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  sharee bigint;
  is_new boolean;
BEGIN
  -- Locked, so that the map is not transferred meanwhile, and the bound on shares is exact.
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
    INSERT INTO shares (map_id, account_id, access_level, email) VALUES (of_map, sharee, level, with_email);
  END IF;
  -- A level can be changed even when the throttle is full.
  IF is_new OR has_room_for_invitation(owner) THEN PERFORM queue_invitation(sharee, of_map, owner); END IF;
  RETURN QUERY SELECT s.id, s.map_id, s.email, s.access_level, s.created_at, is_new
               FROM shares s WHERE s.map_id = of_map AND s.account_id = sharee;
END $$;

-- Returns the time at which a further mail of an inviter may be sent: 50 an hour, 500 a day.
CREATE OR REPLACE FUNCTION next_invitation_at(inviter bigint) RETURNS timestamptz LANGUAGE sql AS $$
  SELECT greatest(
    clock_timestamp(),
    (SELECT o.due_at + interval '1 hour' FROM outbox o WHERE o.inviter_id = inviter ORDER BY o.due_at DESC OFFSET 49 LIMIT 1),
    (SELECT o.due_at + interval '1 day' FROM outbox o WHERE o.inviter_id = inviter ORDER BY o.due_at DESC OFFSET 499 LIMIT 1))
$$;

CREATE OR REPLACE FUNCTION has_room_for_invitation(inviter bigint) RETURNS boolean LANGUAGE sql AS $$
  SELECT next_invitation_at(inviter) <= clock_timestamp() + interval '20 hours'
$$;

-- Invites a pending account to a map; other accounts need no invitation. A recipient has at most one waiting
-- mail from an inviter, and gets one from an inviter in ten minutes and ten a day in all, as all have the
-- same link. Returns the time of sending; null when nothing was queued. SQLSTATE CL400 when too many mails of
-- the inviter wait, whoever the recipient is.
CREATE OR REPLACE FUNCTION queue_invitation(account bigint, map bigint, inviter bigint) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  due timestamptz;
  waits boolean;
BEGIN
  -- One at a time per inviter; otherwise parallel calls would each see the fiftieth place.
  PERFORM FROM accounts a WHERE a.id = inviter FOR NO KEY UPDATE;
  IF NOT has_room_for_invitation(inviter) THEN
    RAISE EXCEPTION 'too many invitations of this account wait to be sent: try again in some hours' USING ERRCODE = 'CL400';
  END IF;
  DELETE FROM outbox o WHERE o.inviter_id = inviter AND coalesce(o.sent_at, o.failed_at) < now() - interval '30 days';
  -- A waiting mail to the recipient stands for this invitation, too.
  SELECT o.due_at INTO due FROM outbox o WHERE o.account_id = account AND o.inviter_id = inviter AND o.due_at > clock_timestamp()
  ORDER BY o.due_at DESC LIMIT 1;
  IF due IS NULL THEN
    due := greatest(
      next_invitation_at(inviter),
      (SELECT max(o.due_at) + interval '10 minutes' FROM outbox o WHERE o.account_id = account AND o.inviter_id = inviter),
      (SELECT o.due_at + interval '1 day' FROM outbox o WHERE o.account_id = account ORDER BY o.due_at DESC OFFSET 9 LIMIT 1));
  ELSE
    -- Reuse the place of a withdrawn invitation.
    DELETE FROM outbox o WHERE o.account_id = account AND o.inviter_id = inviter AND o.due_at = due
      AND (o.failed_at IS NOT NULL OR o.sent_at IS NOT NULL);
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  -- One at a time per recipient, too; locks are taken in the order inviter, recipient.
  PERFORM FROM accounts a WHERE a.id = account AND a.pending FOR NO KEY UPDATE;
  waits := FOUND AND NOT EXISTS (SELECT FROM outbox o WHERE o.account_id = account AND o.sent_at IS NULL AND o.failed_at IS NULL
                                 AND (o.inviter_id = inviter OR o.map_id = map));
  IF NOT waits THEN
    INSERT INTO outbox (account_id, map_id, inviter_id, due_at, next_attempt_at, sent_at)
    VALUES (account, map, inviter, due, due, clock_timestamp());
    RETURN NULL;
  END IF;
  INSERT INTO outbox (account_id, map_id, inviter_id, due_at, next_attempt_at) VALUES (account, map, inviter, due, due);
  PERFORM pg_notify('mail_queued', '');
  RETURN due;
END $$;

-- Keeps a mail from being sent for a share that has ended: a waiting mail is redirected to another map that
-- its inviter shares with the recipient, or given up.
CREATE OR REPLACE FUNCTION withdraw_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE waiting outbox;
BEGIN
  FOR waiting IN SELECT * FROM outbox o
      WHERE o.account_id = OLD.account_id AND o.map_id = OLD.map_id AND o.sent_at IS NULL AND o.failed_at IS NULL FOR UPDATE LOOP
    UPDATE outbox o SET map_id = other.map_id FROM (
        SELECT s.map_id FROM shares s JOIN maps m ON m.id = s.map_id AND m.account_id = waiting.inviter_id AND m.deleted_at IS NULL
        WHERE s.account_id = OLD.account_id AND NOT EXISTS (
          SELECT FROM outbox w WHERE w.account_id = s.account_id AND w.map_id = s.map_id AND w.sent_at IS NULL AND w.failed_at IS NULL)
        ORDER BY s.id LIMIT 1) other
      WHERE o.id = waiting.id;
    CONTINUE WHEN FOUND;
    UPDATE outbox o SET failed_at = clock_timestamp(), last_error = 'the share was ended' WHERE o.id = waiting.id;
  END LOOP;
  RETURN NULL;
END $$;
