-- The plan for all values that 0036 has search_candidates make cannot be made on Citus, whose plan for a statement begins with the node
-- that its map names. There each statement is planned for its values, as before. `distribute` does the same for what is distributed later.
DO $$ BEGIN
  IF to_regclass('pg_dist_partition') IS NULL THEN RETURN; END IF;
  IF EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = 'search_texts'::regclass) THEN
    ALTER FUNCTION search_candidates(bigint, bigint, text, text, integer) RESET plan_cache_mode;
  END IF;
END $$;
