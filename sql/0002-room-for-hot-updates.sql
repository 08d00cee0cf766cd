-- Room on each page for the new version of a row, so that an update of columns that no index has writes no index: few of the markers on a
-- page change at a time. Imports of 150,000 rows, one of which overwrites 1 % with other values; fillfactor 100, 95, 90, 80, 50:
--   HOT updates of these 1,500: 35, 1,195, 1,295, 1,155, 1,073; WAL a row: 10.7, 6.9, 6.9, 6.9, 7.0 bytes;
--   markers with indexes: 47.3, 49.1, 51.2, 55.7, 82.1 MB; processor time of a COPY differs by less than its noise (6.1 to 6.5 us a row).
-- An import that changes all markers would gain with 50 alone: 132,000 of 150,000 HOT, 133 instead of 514 bytes of WAL a row, 37 instead of
-- 44 us of processor time.
DO $$
BEGIN
  ALTER TABLE markers SET (fillfactor = 95);
END $$;
