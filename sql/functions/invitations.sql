-- What an inviter may still send must not tell whether an address has an account. So an invitation takes its place in the throttle whoever it
-- is for, and whatever becomes of it: a row that is sent from the start where no mail is needed, and one that is given up, not removed, where
-- a mail is not needed any more.

-- Shares a map with the account of an e-mail, which is made, pending, and invited when there is none. A second time changes the level, and
-- invites again who has not come yet. Whether an address has an account is no business of who shares a map with it: the row does not say.
-- No row: the map is gone. SQLSTATE CL400: the message tells the caller why not.
CREATE OR REPLACE FUNCTION share_map(owner bigint, of_map bigint, with_email text, level text, at_most integer)
RETURNS TABLE (id bigint, map_id bigint, email text, access_level text, created_at timestamptz, created boolean)
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
    INSERT INTO shares (map_id, account_id, access_level, email) VALUES (of_map, sharee, level, with_email);
  END IF;
  -- A level can be changed whatever waits.
  IF is_new OR has_room_for_invitation(owner) THEN PERFORM queue_invitation(sharee, of_map, owner); END IF;
  RETURN QUERY SELECT s.id, s.map_id, s.email, s.access_level, s.created_at, is_new
               FROM shares s WHERE s.map_id = of_map AND s.account_id = sharee;
END $$;

-- When a further mail of an inviter may go out: 50 an hour, 500 a day.
CREATE OR REPLACE FUNCTION next_invitation_at(inviter bigint) RETURNS timestamptz LANGUAGE sql AS $$
  SELECT greatest(
    clock_timestamp(),
    (SELECT o.due_at + interval '1 hour' FROM outbox o WHERE o.inviter_id = inviter ORDER BY o.due_at DESC OFFSET 49 LIMIT 1),
    (SELECT o.due_at + interval '1 day' FROM outbox o WHERE o.inviter_id = inviter ORDER BY o.due_at DESC OFFSET 499 LIMIT 1))
$$;

CREATE OR REPLACE FUNCTION has_room_for_invitation(inviter bigint) RETURNS boolean LANGUAGE sql AS $$
  SELECT next_invitation_at(inviter) <= clock_timestamp() + interval '20 hours'
$$;

-- Invites a pending account to a map; any other account needs no invitation. A recipient has one mail of an inviter waiting at most, gets
-- one of them in ten minutes, and ten a day of all: whatever is shared, the link is the same. Returns when it will be sent; null when
-- nothing was queued. SQLSTATE CL400 when too many of the inviter's wait, whoever is to be invited.
CREATE OR REPLACE FUNCTION queue_invitation(account bigint, map bigint, inviter bigint) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  due timestamptz;
  waits boolean;
BEGIN
  -- One at a time per inviter, or parallel ones would each be the fiftieth.
  PERFORM FROM accounts a WHERE a.id = inviter FOR NO KEY UPDATE;
  IF NOT has_room_for_invitation(inviter) THEN
    RAISE EXCEPTION 'too many invitations of this account wait to be sent: try again in some hours' USING ERRCODE = 'CL400';
  END IF;
  DELETE FROM outbox o WHERE o.inviter_id = inviter AND coalesce(o.sent_at, o.failed_at) < now() - interval '30 days';
  -- One of an inviter to a recipient at a time: until it is due, the next one is that one.
  SELECT o.due_at INTO due FROM outbox o WHERE o.account_id = account AND o.inviter_id = inviter AND o.due_at > clock_timestamp()
  ORDER BY o.due_at DESC LIMIT 1;
  IF due IS NULL THEN
    due := greatest(
      next_invitation_at(inviter),
      (SELECT max(o.due_at) + interval '10 minutes' FROM outbox o WHERE o.account_id = account AND o.inviter_id = inviter),
      (SELECT o.due_at + interval '1 day' FROM outbox o WHERE o.account_id = account ORDER BY o.due_at DESC OFFSET 9 LIMIT 1));
  ELSE
    -- A place that is taken back is given again.
    DELETE FROM outbox o WHERE o.account_id = account AND o.inviter_id = inviter AND o.due_at = due
      AND (o.failed_at IS NOT NULL OR o.sent_at IS NOT NULL);
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  -- One at a time per recipient, too; locked by who invites, in the order inviter, recipient.
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

-- A mail does not go out for a share that has ended: one that waits is for another map that its inviter shares with the recipient, or is
-- given up.
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
