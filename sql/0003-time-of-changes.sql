-- When the markers or the legend of a map were changed last, beside the counters that such a change writes anyway: a write of its own to the
-- row of the map would make all writers of one map wait for each other. null: not since this column is there.
DO $$
BEGIN
  ALTER TABLE map_counts ADD COLUMN changed_at timestamptz;
END $$;
