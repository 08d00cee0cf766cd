-- Sessions of people who sign in by e-mail and password. All sessions of an account act through one key of it that nobody knows: limits, quotas
-- and authorisation are those of that key, so signing in again gives no new quota.
DO $$
BEGIN
  ALTER TABLE api_keys ADD COLUMN for_sessions boolean NOT NULL DEFAULT false;
END $$;
DO $$
BEGIN
  CREATE TABLE sessions (
    hash bytea PRIMARY KEY,                  -- SHA-256 of the token, which itself is stored nowhere
    key_id bigint NOT NULL REFERENCES api_keys ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now() -- up to some minutes older than the last use
  );
  CREATE INDEX sessions_of_key ON sessions (key_id);
END $$;
