-- The name of a map's palette; null: as extended_colors says, which processes of the release before read and write. A later release fills it and
-- drops that column.
DO $$
BEGIN
  ALTER TABLE maps ADD COLUMN palette text;
END $$;
