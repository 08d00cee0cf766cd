-- The ranges that an import of a map classed by a field, for later imports that keep them (choropleth.breaks): a hash of the field's name and
-- of what is done with several values of an area. They lie where maps do. The 100 that were used last stay (keepClasses).
CREATE TABLE choropleth_ranges (
  map_id bigint NOT NULL REFERENCES maps ON DELETE CASCADE,
  key uuid NOT NULL,
  classes json NOT NULL,
  used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (map_id, key)
);

-- Gives the markers of some areas, of a range of ids, the classes of their areas, unless the lease is lost (SQLSTATE CL001). An area is
-- named by its region_source.
CREATE FUNCTION class_areas(
  of_job text, with_lease bigint, of_map bigint, first_id bigint, last_id bigint, sources text[], labels text[], class_colors text[]
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE ids bigint[];
BEGIN
  PERFORM FROM jobs WHERE id = of_job AND lease = with_lease AND status = 'processing' FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease on % is lost', of_job USING ERRCODE = 'CL001'; END IF;
  WITH changed AS (
    UPDATE markers m SET category = c.label, color = c.color
    FROM unnest(sources, labels, class_colors) c (source, label, color)
    WHERE m.map_id = of_map AND m.id BETWEEN first_id AND last_id AND m.region_source = c.source
      AND (m.category IS DISTINCT FROM c.label OR m.color IS DISTINCT FROM c.color)
    RETURNING m.id)
  SELECT array_agg(g.id) INTO ids FROM changed g;
  IF ids IS NULL THEN RETURN 0; END IF;
  PERFORM note_markers(of_map, ids, false);
  PERFORM note_marker_change(of_map);
  RETURN cardinality(ids);
END $$;
