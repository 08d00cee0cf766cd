-- How far the street where a drive begins is from its place: a row whose street is far away is told, also when its area was drawn before.
ALTER TABLE drive_time_areas ADD COLUMN snap_meters integer NOT NULL DEFAULT 0;

-- As in 0028, with the distance.
DROP FUNCTION use_drive_time_areas(uuid[], integer);
CREATE FUNCTION use_drive_time_areas(keys uuid[], none_days integer)
RETURNS TABLE (key uuid, is_none boolean, truncated boolean, snap_meters integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  UPDATE drive_time_areas a SET used_at = now() WHERE a.key = ANY (ARRAY(
    SELECT o.key FROM drive_time_areas o WHERE o.key = ANY (keys) AND o.used_at < now() - interval '1 day' ORDER BY o.key FOR UPDATE));
  RETURN QUERY SELECT a.key, a.geometry IS NULL, a.truncated, a.snap_meters FROM drive_time_areas a
    WHERE a.key = ANY (keys) AND (a.geometry IS NOT NULL OR a.created_at > now() - none_days * interval '1 day');
END $$;

-- As in 0028; an older process names no distance.
CREATE OR REPLACE FUNCTION note_drive_time_areas(areas json, most_bytes bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  gone bigint;
  more bigint;
BEGIN
  IF (SELECT u.bytes FROM drive_time_area_use u) >= most_bytes THEN RETURN false; END IF;
  -- That there is none is not believed any more.
  WITH old AS (
    DELETE FROM drive_time_areas a WHERE a.key = ANY (ARRAY(
      SELECT o.key FROM json_to_recordset(areas) AS r (key uuid) JOIN drive_time_areas o ON o.key = r.key
      WHERE o.geometry IS NULL ORDER BY o.key FOR UPDATE OF o)) RETURNING a.bytes)
  SELECT coalesce(sum(o.bytes), 0) INTO gone FROM old o;
  WITH new AS (
    INSERT INTO drive_time_areas (key, source, minutes, geometry, truncated, snap_meters, bytes)
    SELECT r.key, r.source, r.minutes, decode(r.geometry, 'base64'), r.truncated, coalesce(r."snapMeters", 0),
      100 + coalesce(length(decode(r.geometry, 'base64')), 0)
    FROM json_to_recordset(areas) AS r (key uuid, source text, minutes integer, geometry text, truncated boolean, "snapMeters" integer)
    ORDER BY r.key
    ON CONFLICT (key) DO NOTHING RETURNING bytes)
  SELECT coalesce(sum(n.bytes), 0) INTO more FROM new n;
  UPDATE drive_time_area_use u SET bytes = u.bytes + more - gone;
  RETURN true;
END $$;
