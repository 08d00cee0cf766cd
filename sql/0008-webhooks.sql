-- Addresses that hear of the ends of an account's jobs, and what was sent to them (src/background/webhooks/sender.ts). The secret that signs is
-- derived from that of the service, so that nothing here signs.
DO $$
BEGIN
  CREATE TABLE webhooks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    url text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX webhooks_of_account ON webhooks (account_id);
  CREATE TABLE webhook_deliveries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook_id bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    job_id text NOT NULL,                    -- the job may be removed before
    created_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,     -- begun ones
    next_attempt_at timestamptz NOT NULL DEFAULT now(), -- while an attempt runs: the end of its lease
    delivered_at timestamptz,
    failed_at timestamptz,                   -- given up
    last_status integer,                     -- of the receiver's last answer
    last_error text
  );
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE delivered_at IS NULL AND failed_at IS NULL;
  CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, id);
  CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
END $$;
