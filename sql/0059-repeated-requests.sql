-- An Idempotency-Key names any request that makes something: what it made, if that is no job.
ALTER TABLE idempotency_keys ALTER COLUMN job_id DROP NOT NULL, ADD COLUMN made_id bigint;

-- Keeps what a request made, in the statement that makes it: where the key is taken that fails (23505), and nothing is made twice. Does
-- nothing without a key.
CREATE FUNCTION keep_request(of_account bigint, request_key text, request_fingerprint text, made bigint) RETURNS void LANGUAGE sql STRICT AS $$
  INSERT INTO idempotency_keys (account_id, key, fingerprint, made_id) VALUES (of_account, request_key, request_fingerprint, made)
$$;
