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

-- What imports changed in markers that were there before, written with their blocks, and the markers that they deleted at their end. Markers
-- that an import added are those with its ids.
CREATE TABLE import_changes (
  job_id text NOT NULL,
  map_id bigint NOT NULL,
  block integer NOT NULL,                  -- of a deleted one the highest number that there is
  marker_id bigint NOT NULL,
  name text NOT NULL,                      -- of the marker, and its code, as they are after the change
  code text,
  -- {"street": [old, new], ...}, columns of markers; of a marker that was deleted all of them as they were: {"deleted": {"street": old, ...}}
  changes json NOT NULL,
  PRIMARY KEY (job_id, block, marker_id, map_id)
);
