-- Markers that no row of an import met are deleted at its end (missing=delete): how many, and which ones the rows of each block met. null: the
-- import deletes none.
DO $$
BEGIN
  ALTER TABLE jobs ADD COLUMN deleted bigint NOT NULL DEFAULT 0;
END $$;
DO $$
BEGIN
  ALTER TABLE import_blocks ADD COLUMN met bigint[];
END $$;
