-- Hashes instead of md5(), which PostgreSQL refuses where its OpenSSL keeps to FIPS 140. Two of them, of different seeds, make a name unique:
-- 128 bits as before. Look-ups compare the first and then the name itself. The indexes of md5() go with the functions that name them
-- (functions/categories.sql, fields.sql, search.sql): until then the functions of the version before need them.
DO $$
BEGIN
  CREATE UNIQUE INDEX legend_entries_by_name
    ON legend_entries (map_id, layer_id, hashtextextended(name, 0), hashtextextended(name, 1));
  CREATE UNIQUE INDEX field_definitions_by_name ON field_definitions (map_id, hashtextextended(name, 0), hashtextextended(name, 1));
END $$;
DO $$
BEGIN
  -- For a million markers 0.9 s, in which no import adds texts, and 41 MB; that of md5() took 2.4 s and 78 MB.
  CREATE INDEX search_texts_by_category ON search_texts (hashtextextended(category, 0), (-map_id), marker_id);
  ALTER INDEX search_texts_by_category ALTER COLUMN 1 SET STATISTICS 0;
  ALTER INDEX search_texts_by_category ALTER COLUMN 2 SET STATISTICS 0;
END $$;
DO $$
BEGIN
  -- Room for a job's heartbeats and counts, which change no indexed column.
  ALTER TABLE jobs SET (fillfactor = 80);
END $$;
