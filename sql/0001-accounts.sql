CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('free', 'business', 'enterprise')),
  superuser boolean NOT NULL DEFAULT false,
  health_data boolean NOT NULL DEFAULT false,
  row_limit integer,                       -- rows an import may have; null: the service's default
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));

CREATE TABLE api_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  hash bytea NOT NULL UNIQUE,              -- SHA-256 of the key, which itself is stored nowhere
  scope text NOT NULL CHECK (scope IN ('read_only', 'read_write')),
  rate_limit integer,                      -- requests a minute; null here and below: the service's default
  quota_maps integer,
  quota_markers integer,
  quota_bulk integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);

-- Every change that alters what a key may do is told to all processes, which drop their cached copy of it.
CREATE FUNCTION notify_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'accounts' THEN
    PERFORM pg_notify('key_changed', encode(k.hash, 'hex')) FROM api_keys k WHERE k.account_id = NEW.id;
  ELSE
    PERFORM pg_notify('key_changed', encode(NEW.hash, 'hex'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_changed AFTER UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION notify_key_change();
CREATE TRIGGER api_keys_changed AFTER UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION notify_key_change();

CREATE TABLE quota_use (
  key_id bigint NOT NULL REFERENCES api_keys,
  day date NOT NULL,                       -- UTC
  kind text NOT NULL CHECK (kind IN ('maps', 'markers', 'bulk')),
  used integer NOT NULL,
  PRIMARY KEY (key_id, day, kind)
) WITH (fillfactor = 70);                  -- room for HOT updates: the row changes with every write

-- Called inside the statement that makes the change, so that what fails costs nothing and what is committed is charged
-- exactly once. SQLSTATE CL429 is QUOTA_EXCEEDED to the caller.
CREATE FUNCTION charge_quota(for_key bigint, for_kind text, daily_limit integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF daily_limit > 0 THEN
    INSERT INTO quota_use (key_id, day, kind, used) VALUES (for_key, (now() AT TIME ZONE 'UTC')::date, for_kind, 1)
    ON CONFLICT (key_id, day, kind) DO UPDATE SET used = quota_use.used + 1 WHERE quota_use.used < daily_limit;
    IF FOUND THEN RETURN; END IF;
  END IF;
  RAISE EXCEPTION 'daily quota of % % used up', daily_limit, for_kind USING ERRCODE = 'CL429';
END $$;
