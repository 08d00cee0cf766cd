-- What a geocoding service (GEOCODER_URL) said of an address: so that it is asked once, by whichever process. The address itself is not
-- here; its key is a SHA-256 of its normal form and the service. Without a place the service knows none, which is asked again after a week.
CREATE TABLE geocoded_addresses (
  key bytea PRIMARY KEY,
  service text NOT NULL,                   -- nominatim geocoder.example.com/search
  lat double precision,
  lng double precision,
  precision text,
  country text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((lat IS NULL) = (lng IS NULL) AND (lat IS NULL) = (precision IS NULL) AND (lat IS NULL) = (country IS NULL))
);
CREATE INDEX geocoded_addresses_by_age ON geocoded_addresses (created_at);
CREATE INDEX geocoded_addresses_unknown ON geocoded_addresses (created_at) WHERE lat IS NULL;

-- In the order of the keys, as several processes do it at once. An answer is of the process that asked last.
CREATE FUNCTION note_geocoded_addresses(of_service text, answers json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO geocoded_addresses AS g (key, service, lat, lng, precision, country)
  SELECT decode(r.key, 'hex'), of_service, r.lat, r.lng, r.precision, r.country
  FROM json_to_recordset(answers) AS r (key text, lat double precision, lng double precision, precision text, country text)
  ORDER BY 1
  ON CONFLICT (key) DO UPDATE SET lat = excluded.lat, lng = excluded.lng, precision = excluded.precision,
    country = excluded.country, created_at = excluded.created_at;
END $$;

-- The answers that are neither there for long nor too many, oldest first: those of before `keep_days` (0: none), unknown addresses of
-- before `keep_unknown_days`, and those of before `beyond`.
CREATE FUNCTION remove_geocoded_addresses(keep_days integer, keep_unknown_days integer, beyond timestamptz, at_most integer)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE gone bigint;
BEGIN
  DELETE FROM geocoded_addresses g WHERE g.ctid = ANY (ARRAY(
    SELECT o.ctid FROM geocoded_addresses o
    WHERE o.created_at < greatest(beyond, CASE WHEN keep_days > 0 THEN now() - keep_days * interval '1 day' END)
    ORDER BY o.created_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone > 0 THEN RETURN gone; END IF;
  DELETE FROM geocoded_addresses g WHERE g.ctid = ANY (ARRAY(
    SELECT o.ctid FROM geocoded_addresses o WHERE o.lat IS NULL AND o.created_at < now() - keep_unknown_days * interval '1 day'
    ORDER BY o.created_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

-- {"done": 12, "of": 4000} while the addresses of a block are looked up at a geocoding service for more than a moment: a slow one answers
-- one a second, and a job shows that it goes on.
ALTER TABLE jobs ADD COLUMN lookups json;
