-- Bulk delete goes in small statements, each with its change of the counts: none holds a lock for long, and what is
-- committed when one fails is counted. They return no row when the map is not `for_account`'s (any more).

-- Of the `at_most` markers after `after_id` (up to `last_id`), deletes those in one of the categories or with one of
-- the colours; all of them where both lists are null. `reached` is where the next call goes on.
CREATE FUNCTION delete_marker_range(
  of_map bigint, for_account bigint, after_id bigint, last_id bigint, at_most integer,
  of_categories text[], of_colors text[]
) RETURNS TABLE (deleted bigint, reached bigint) LANGUAGE plpgsql
-- Only a list that the planner knows is hashed; otherwise each marker is compared with each of 10,000 names.
SET plan_cache_mode = force_custom_plan AS $$
DECLARE areas bigint;
BEGIN
  PERFORM FROM maps m WHERE m.id = of_map AND m.account_id = for_account AND m.deleted_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT m.id INTO reached FROM markers m
    WHERE m.map_id = of_map AND m.id > after_id AND m.id <= last_id ORDER BY m.id OFFSET at_most - 1 LIMIT 1;
  reached := coalesce(reached, last_id);
  WITH gone AS (
    DELETE FROM markers m WHERE m.map_id = of_map AND m.id > after_id AND m.id <= reached
      AND (of_categories IS NULL AND of_colors IS NULL OR m.category = ANY (of_categories) OR m.color = ANY (of_colors))
    RETURNING is_area(m.type) AS area)
  SELECT count(*), count(*) FILTER (WHERE g.area) INTO deleted, areas FROM gone g;
  IF deleted > 0 THEN PERFORM add_counts(of_map, -deleted, -areas); END IF;
  RETURN NEXT;
END $$;

-- Deletes the markers with these ids; ids that the map does not have are ignored.
CREATE FUNCTION delete_marker_ids(of_map bigint, for_account bigint, ids bigint[]) RETURNS TABLE (deleted bigint)
LANGUAGE plpgsql AS $$
DECLARE areas bigint;
BEGIN
  PERFORM FROM maps m WHERE m.id = of_map AND m.account_id = for_account AND m.deleted_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  WITH gone AS (
    DELETE FROM markers m WHERE m.map_id = of_map AND m.id = ANY (ids) RETURNING is_area(m.type) AS area)
  SELECT count(*), count(*) FILTER (WHERE g.area) INTO deleted, areas FROM gone g;
  IF deleted > 0 THEN PERFORM add_counts(of_map, -deleted, -areas); END IF;
  RETURN NEXT;
END $$;
