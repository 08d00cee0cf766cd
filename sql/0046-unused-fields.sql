-- Definitions of fields were removed: markers may have fields that the map does not define although it has room. A marker that is written while
-- the definitions are removed counted on those that it saw, so an export of the map asks the markers.
ALTER TABLE maps ADD COLUMN lost_fields boolean NOT NULL DEFAULT false;

-- Removes the definitions of custom fields that no marker of a map has, and defines, in the order of the markers, what the map had no room
-- for before. One look at each marker, 3 to 4 s of a million with ten fields.
CREATE FUNCTION remove_unused_fields(of_map bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  used text[];
  removed bigint;
BEGIN
  SELECT coalesce(array_agg(u.name ORDER BY u.first_id, u.name), '{}') INTO used FROM (
    SELECT k.name, min(m.id) AS first_id FROM markers m CROSS JOIN LATERAL json_object_keys(m.custom_fields) k (name)
    WHERE m.map_id = of_map AND m.custom_fields IS NOT NULL GROUP BY k.name) u;
  DELETE FROM field_definitions f WHERE f.map_id = of_map AND NOT f.name = ANY (used);
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF removed > 0 THEN
    UPDATE maps SET lost_fields = true WHERE id = of_map AND NOT lost_fields;
    PERFORM ensure_fields(of_map, used, ARRAY(SELECT 'text' FROM unnest(used)));
  END IF;
  RETURN removed;
END $$;
