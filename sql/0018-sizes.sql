-- Every answer, and what one account can multiply, has a bound in bytes; docs/limits.md lists them.

-- Bytes that a json value may have once it is read: pg_column_size is what is stored, and neither fetches nor unpacks it. pglz makes at
-- most 88 bytes of one (25 bytes are 8 matches of 273), LZ4 255. STABLE, as its parts are, or calls would not be inlined: 0.15 µs a
-- marker inlined, 4 otherwise.
CREATE FUNCTION json_octets_at_most(j json) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(pg_column_size(j)::bigint, 0)
    * CASE WHEN pg_column_compression(j) IS NULL THEN 1 WHEN pg_column_compression(j) = 'pglz' THEN 88 ELSE 256 END
$$;

-- Bytes that marker_json may give. octet_length does not unpack a text; a control character is six bytes of JSON.
CREATE FUNCTION marker_octets_at_most(m markers) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT 600 + json_octets_at_most(m.custom_fields) + json_octets_at_most(m.extras)
    + 6 * (octet_length(m.name)::bigint + coalesce(octet_length(m.street), 0) + coalesce(octet_length(m.street2), 0)
      + coalesce(octet_length(m.city), 0) + coalesce(octet_length(m.state), 0) + coalesce(octet_length(m.country), 0)
      + coalesce(octet_length(m.zip), 0) + coalesce(octet_length(m.category), 0))
$$;

-- A marker for a page: its JSON where that is short, otherwise its id and the bytes that its JSON may have, for the service to read it
-- when there is room (src/store/marker-pages.ts). So 1,001 rows are at most 8 MB, and no statement more.
CREATE FUNCTION short_marker_json(m markers) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN marker_octets_at_most(m) <= 8192 THEN marker_json(m) ELSE m.id || ' ' || marker_octets_at_most(m) END
$$;
