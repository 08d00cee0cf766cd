-- What an inviter may still send must not tell whether an address has an account. So an invitation takes its place in the throttle whoever it is for,
-- and whatever becomes of it: a row that is sent from the start where no mail is needed, and one that is given up, not removed, where a
-- mail is not needed any more. Before, only pending recipients used the bound up, and ending their shares gave it back: three to five
-- requests told.

-- As in 0018.
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
    INSERT INTO outbox (account_id, map_id, inviter_id, due_at, next_attempt_at, sent_at) VALUES (account, map, inviter, due, due, clock_timestamp());
    RETURN NULL;
  END IF;
  INSERT INTO outbox (account_id, map_id, inviter_id, due_at, next_attempt_at) VALUES (account, map, inviter, due, due);
  PERFORM pg_notify('mail_queued', '');
  RETURN due;
END $$;

-- As in 0018.
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

-- As in 0009.
CREATE OR REPLACE FUNCTION set_first_password(of_account bigint, hash text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts a SET password_hash = hash, pending = false WHERE a.id = of_account AND a.pending;
  IF NOT FOUND THEN RETURN false; END IF;
  -- Their links would not work any more.
  UPDATE outbox o SET failed_at = clock_timestamp(), last_error = 'the password is set'
  WHERE o.account_id = of_account AND o.sent_at IS NULL AND o.failed_at IS NULL;
  RETURN true;
END $$;
