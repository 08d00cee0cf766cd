-- When a marker was changed last. null: not since it was made, so that an import of new markers writes nothing for it, neither bytes nor time.
-- In no index: an update would then write all indexes of its marker anew (0002-room-for-hot-updates.sql).
DO $$
BEGIN
  ALTER TABLE markers ADD COLUMN updated_at timestamptz;
END $$;
