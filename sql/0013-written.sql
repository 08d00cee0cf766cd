-- What wrote a marker last: a hash of the row of an upload that made or changed it (src/import/prepare/written.ts), mixed with the time of
-- that change, so that any other change takes its force. The same row again needs nothing, and the marker is not read for it. null: nothing
-- is known, and rows are compared with the marker.
DO $$
BEGIN
  ALTER TABLE markers ADD COLUMN written bigint;
END $$;
