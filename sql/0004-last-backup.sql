-- The moment of which the last back-up by `cartload backup` is, for the metric of its age. A table of its own: the row of installation may not be
-- written, as it says where it was written. Not in back-ups, so that a restored database has none.
DO $$
BEGIN
  CREATE TABLE last_backup (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    taken_at timestamptz NOT NULL
  );
END $$;
