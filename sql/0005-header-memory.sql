-- How an account has confirmed to read a header row (specification §4.6, recognition step 2).
CREATE TABLE header_memory (
  account_id bigint NOT NULL REFERENCES accounts,
  fingerprint text NOT NULL,               -- of the header names, src/import/header-fingerprint.ts
  mapping json NOT NULL,                   -- by column: a field, 'ignored', or null for a custom field
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, fingerprint)
);
CREATE INDEX header_memory_by_age ON header_memory (account_id, updated_at);

-- The newest mapping of a header row counts; of an account the `at_most` newest rows are kept.
CREATE FUNCTION remember_mapping(of_account bigint, of_header text, new_mapping json, at_most integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO header_memory VALUES (of_account, of_header, new_mapping, clock_timestamp())
  ON CONFLICT (account_id, fingerprint) DO UPDATE SET mapping = excluded.mapping, updated_at = excluded.updated_at;
  DELETE FROM header_memory m WHERE m.account_id = of_account AND m.fingerprint IN (
    SELECT o.fingerprint FROM header_memory o WHERE o.account_id = of_account
    ORDER BY o.updated_at DESC, o.fingerprint OFFSET at_most);
END $$;
