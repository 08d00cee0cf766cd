-- The trace that the request which asked for a job was part of, as headers of W3C Trace Context: log lines of the job, and what it asks of
-- other services, belong to it. A table of its own: `jobs` stays as it is, with all functions that return its rows, so that processes of
-- the version before work on beside this one.
CREATE TABLE job_traces (
  job_id text PRIMARY KEY REFERENCES jobs ON DELETE CASCADE,
  traceparent text NOT NULL,               -- its span is that of the request
  tracestate text                          -- null: none
);
