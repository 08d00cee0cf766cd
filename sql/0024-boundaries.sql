-- Areas that the operator loaded, packed as threads read them (src/geo/regions/layer-file.ts): one layer a type at most, which takes the place of the
-- embedded one in every process. In the database, as processes on other machines have no other place in common.
CREATE TABLE boundary_layers (
  type text PRIMARY KEY,                   -- of markers
  version text NOT NULL,                   -- SHA-256 of the bytes, in hex: processes read what they do not have
  dataset text NOT NULL,                   -- first member of region_source
  credit text NOT NULL,
  licence text NOT NULL,
  url text NOT NULL,
  features integer NOT NULL,
  vertices integer NOT NULL,
  bytes bigint NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);

-- The bytes in order, a MiB each, so that none is read with a long statement, and reading takes little memory.
CREATE TABLE boundary_pieces (
  type text NOT NULL,
  version text NOT NULL,
  piece integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (type, version, piece)
);
-- Coordinates hardly shrink by compression, and it takes longer than the disk.
ALTER TABLE boundary_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
