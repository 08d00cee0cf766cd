-- Authorisation of writes, inside the statement that writes. A request is checked when its head arrives;
-- until its body has arrived, the key may be revoked, the plan changed or the map transferred. So every
-- writing statement of the API takes its map or account from here:
-- `SELECT ... FROM create_marker((SELECT authorize_write(map, key)), ...)`,
-- `UPDATE maps ... WHERE id = (SELECT authorize_write(...))`. Such a sub-select is evaluated once, before its
-- value is needed, and an exception in it ends the whole statement, so nothing is written. SQLSTATEs CL401,
-- CL402, CL403 and CL404 become the answers 401, 402, 403 and 404 (src/api/refusals.ts), and are checked in
-- that order, as before the body. Only keys and maps are read, no table that Citus would distribute.

-- Returns the account of a key that may write, and sets the key for the audit log (note_audit); the setting
-- ends with the statement.
CREATE OR REPLACE FUNCTION authorize_key(for_key bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE caller record;
BEGIN
  SELECT a.id, a.plan, k.scope INTO caller FROM api_keys k JOIN accounts a ON a.id = k.account_id
    WHERE k.id = for_key AND k.revoked_at IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'key % is revoked', for_key USING ERRCODE = 'CL401'; END IF;
  IF caller.plan <> 'enterprise' THEN RAISE EXCEPTION 'account % has the % plan', caller.id, caller.plan USING ERRCODE = 'CL402'; END IF;
  IF caller.scope <> 'read_write' THEN RAISE EXCEPTION 'key % is %', for_key, caller.scope USING ERRCODE = 'CL403'; END IF;
  PERFORM set_config('cartload.key_id', for_key::text, true);
  RETURN caller.id;
END $$;

-- True for the key of the sessions of an account with which the map is shared so that it may write.
CREATE OR REPLACE FUNCTION is_shared_writer(of_map bigint, for_key bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  -- Other keys cost one look-up.
  PERFORM FROM api_keys k WHERE k.id = for_key AND k.for_sessions AND k.revoked_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  RETURN EXISTS (
    SELECT FROM api_keys k JOIN shares s ON s.account_id = k.account_id AND s.map_id = of_map
    JOIN maps m ON m.id = s.map_id AND m.account_id <> s.account_id AND m.deleted_at IS NULL
    JOIN accounts o ON o.id = m.account_id AND o.plan = 'enterprise'
    WHERE k.id = for_key AND s.access_level IN ('member', 'admin'));
END $$;

-- Returns the map if the key may write to it: its account owns the map, and the map is not deleted (archived
-- maps are writable). `intent` is 'write' or another operation: 'restore' also finds a deleted map;
-- 'transfer' is also allowed for superusers. 'transfer' and 'delete' wait for running writers, and later
-- writers wait for them, so that no write of the old owner follows the answer. The lock is advisory, because
-- row locks of writers would also hold up a rename. (CPU of PostgreSQL for a PATCH of a marker, 8 clients on
-- one map, medians of 5: 237 microseconds without any check, 247 with this one, 253 with the row locked FOR
-- SHARE.) The lock is taken before any row lock, and before the map is read. Imports do not ask: an accepted
-- import is finished, whoever owns the map by then (docs/decisions.md#ids). A session also writes to maps
-- that are shared with its account, on the plan of their owner; which operations its level allows was settled
-- before (src/access/levels.ts), and here that it is still one that writes.
CREATE OR REPLACE FUNCTION authorize_write(of_map bigint, for_key bigint, intent text DEFAULT 'write') RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE caller bigint;
BEGIN
  IF intent IN ('transfer', 'delete') THEN
    PERFORM pg_advisory_xact_lock(hashtext('map_writers'), hashint8(of_map));
  ELSE
    PERFORM pg_advisory_xact_lock_shared(hashtext('map_writers'), hashint8(of_map));
  END IF;
  IF intent = 'write' AND is_shared_writer(of_map, for_key) THEN
    PERFORM set_config('cartload.key_id', for_key::text, true);
    RETURN of_map;
  END IF;
  caller := authorize_key(for_key);
  PERFORM FROM maps m WHERE m.id = of_map
    AND (m.account_id = caller OR intent = 'transfer' AND (SELECT a.superuser FROM accounts a WHERE a.id = caller))
    AND CASE WHEN intent = 'restore' THEN NOT m.removing ELSE m.deleted_at IS NULL END;
  IF NOT FOUND THEN RAISE EXCEPTION 'key % may not write to map %', for_key, of_map USING ERRCODE = 'CL404'; END IF;
  RETURN of_map;
END $$;
