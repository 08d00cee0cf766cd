-- Charges a unit of a daily quota, inside the statement that makes the change, so that a failed change costs
-- nothing and a committed one is charged exactly once. SQLSTATE CL429 becomes QUOTA_EXCEEDED.
CREATE OR REPLACE FUNCTION charge_quota(for_key bigint, for_kind text, daily_limit integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF daily_limit > 0 THEN
    INSERT INTO quota_use (key_id, day, kind, used) VALUES (for_key, (now() AT TIME ZONE 'UTC')::date, for_kind, 1)
    ON CONFLICT (key_id, day, kind) DO UPDATE SET used = quota_use.used + 1 WHERE quota_use.used < daily_limit;
    IF FOUND THEN RETURN; END IF;
  END IF;
  RAISE EXCEPTION 'daily quota of % % used up', daily_limit, for_kind USING ERRCODE = 'CL429';
END $$;

-- Charges any amount of a daily allowance of an account, as charge_quota does.
CREATE OR REPLACE FUNCTION charge_account(for_account bigint, for_kind text, amount bigint, daily_limit bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF amount <= daily_limit THEN
    INSERT INTO account_use (account_id, day, kind, used) VALUES (for_account, (now() AT TIME ZONE 'UTC')::date, for_kind, amount)
    ON CONFLICT (account_id, day, kind) DO UPDATE SET used = account_use.used + amount WHERE account_use.used + amount <= daily_limit;
    IF FOUND THEN RETURN; END IF;
  END IF;
  RAISE EXCEPTION 'daily allowance of % % used up', daily_limit, for_kind USING ERRCODE = 'CL429';
END $$;

-- Raises SQLSTATE CL429 when the account has less than the amount left today.
CREATE OR REPLACE FUNCTION check_account(for_account bigint, for_kind text, amount bigint, daily_limit bigint) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF amount + coalesce((SELECT u.used FROM account_use u WHERE u.account_id = for_account
      AND u.day = (now() AT TIME ZONE 'UTC')::date AND u.kind = for_kind), 0) > daily_limit THEN
    RAISE EXCEPTION 'daily allowance of % % used up', daily_limit, for_kind USING ERRCODE = 'CL429';
  END IF;
  RETURN true;
END $$;
