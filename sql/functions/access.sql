-- Who may write is decided where it is written. A request is checked when its head has arrived; until its body has, the key can be
-- revoked, the plan changed, the map given away. So every statement with which the API changes something takes what it changes from
-- here: `SELECT ... FROM create_marker((SELECT authorize_write(map, key)), ...)`, `UPDATE maps ... WHERE id = (SELECT authorize_write(...))`.
-- Such a sub-select is evaluated once, before what needs its value, and what it raises ends the whole statement: nothing is written.
-- The SQLSTATEs CL401, CL402, CL403 and CL404 are answered as what they are named after (src/api/refusals.ts), and looked for in that
-- order, like before the body. Only for keys and maps: neither reads a table that Citus would distribute.

-- Returns the account of a key that may write, and names the key to what audits the change (note_audit); the setting ends with the statement.
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

-- Returns the map if the key may write to it: its account owns the map, and the map is not deleted (an archived one is written to like
-- any other). `intent` is 'write', or what else is done with the map: 'restore' finds a deleted one, too; 'transfer' is a superuser's
-- as well; 'transfer' and 'delete' wait for the writers at work, and later ones wait for them: nothing of the old owner's follows the
-- answer. The lock is advisory: writers that locked the map's row would hold up a rename, too. (CPU of PostgreSQL for a PATCH of a
-- marker, 8 clients on one map, medians of 5: 237 microseconds without all this, 247 with it, 253 with the row locked FOR SHARE.) It is
-- taken before any row is locked, and before the look at the map, which so is of a moment at which it is held. Imports do not ask:
-- what was accepted is done, whoever has the map by then (docs/decisions.md#ids).
CREATE OR REPLACE FUNCTION authorize_write(of_map bigint, for_key bigint, intent text DEFAULT 'write') RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE caller bigint;
BEGIN
  IF intent IN ('transfer', 'delete') THEN
    PERFORM pg_advisory_xact_lock(hashtext('map_writers'), hashint8(of_map));
  ELSE
    PERFORM pg_advisory_xact_lock_shared(hashtext('map_writers'), hashint8(of_map));
  END IF;
  caller := authorize_key(for_key);
  PERFORM FROM maps m WHERE m.id = of_map
    AND (m.account_id = caller OR intent = 'transfer' AND (SELECT a.superuser FROM accounts a WHERE a.id = caller))
    AND CASE WHEN intent = 'restore' THEN NOT m.removing ELSE m.deleted_at IS NULL END;
  IF NOT FOUND THEN RAISE EXCEPTION 'key % may not write to map %', for_key, of_map USING ERRCODE = 'CL404'; END IF;
  RETURN of_map;
END $$;
