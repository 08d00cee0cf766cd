-- Road networks that the operator loaded, packed as threads read them (src/geo/roads/road-graph.ts), several extracts side by side. In the
-- database, as processes on other machines have no other place in common; each keeps a copy in its DATA_DIR.
CREATE TABLE road_graphs (
  name text PRIMARY KEY,
  version text NOT NULL,                   -- SHA-256 of the bytes, in hex: processes read what they do not have
  file_name text NOT NULL,
  file_bytes bigint NOT NULL,
  osm_timestamp timestamptz,               -- of the data; null: the file does not say
  west double precision NOT NULL,          -- degrees
  south double precision NOT NULL,
  east double precision NOT NULL,
  north double precision NOT NULL,
  vertices integer NOT NULL,
  arcs integer NOT NULL,
  edge_vertices integer NOT NULL,          -- where streets lead out of the extract
  bytes bigint NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);

-- The bytes in order, a MiB each.
CREATE TABLE road_pieces (
  name text NOT NULL,
  version text NOT NULL,
  piece integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (name, version, piece)
);
-- Compression takes longer than the disk.
ALTER TABLE road_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
