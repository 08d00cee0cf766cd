-- What pictures of towns show of a loaded network's file (src/geo/streets): streets, water and parks in tiles, so that a picture reads what lies
-- in its frame. A network that was loaded before this table has none until its file is loaded again: tile_bytes is null.
CREATE TABLE road_tiles (
  name text NOT NULL REFERENCES road_graphs ON DELETE CASCADE,
  level smallint NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  layer smallint NOT NULL,
  points integer NOT NULL,                 -- of its lines and rings
  bytes bytea NOT NULL,
  PRIMARY KEY (name, level, x, y, layer)
);
-- As boundary_pieces.
ALTER TABLE road_tiles ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE road_graphs ADD COLUMN tile_bytes bigint;
