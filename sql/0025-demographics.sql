-- Demographic fields that the operator loaded, and their values by region. What comes embedded (src/demographics/embedded-fields.ts) has ids
-- below 1,000 and stands here only where values were loaded for it: then label and type here count.
CREATE SEQUENCE demographic_field_ids START 1000;
CREATE TABLE demographic_fields (
  id bigint PRIMARY KEY,
  key text NOT NULL UNIQUE,
  label text NOT NULL,
  type text NOT NULL CHECK (type IN ('number', 'currency', 'percent', 'text'))
);

-- All values of a field at a level, as one file brought them: a row is read as a whole by an import that attaches the field.
CREATE TABLE demographic_columns (
  field_id bigint NOT NULL REFERENCES demographic_fields,
  level text NOT NULL CHECK (level IN ('us_zip', 'us_county', 'us_state', 'country')),
  rows integer NOT NULL,
  packed bytea NOT NULL,                   -- src/geo/demographics/column.ts
  credit text,
  licence text,
  loaded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (field_id, level)
);

-- Loads the columns of a file, [{key, label, type, rows, packed (base64), id (of an embedded field, or null)}], in the place of what their
-- fields had at that level. The lock keeps two loads of new keys, or to the bound, apart; readers go on.
CREATE FUNCTION load_demographics(of_level text, columns json, with_credit text, with_licence text, at_most integer)
RETURNS TABLE (id bigint, key text, replaced boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  c record;
  of_field bigint;
  was_there boolean;
BEGIN
  LOCK TABLE demographic_fields IN SHARE ROW EXCLUSIVE MODE;
  FOR c IN SELECT x.* FROM json_to_recordset(columns)
      AS x (id bigint, key text, label text, type text, rows integer, packed text) LOOP
    SELECT f.id INTO of_field FROM demographic_fields f WHERE f.key = c.key;
    IF NOT FOUND THEN
      of_field := coalesce(c.id, nextval('demographic_field_ids'));
      INSERT INTO demographic_fields VALUES (of_field, c.key, c.label, c.type);
    ELSE
      UPDATE demographic_fields f SET label = c.label, type = c.type WHERE f.id = of_field;
    END IF;
    SELECT EXISTS (SELECT FROM demographic_columns d WHERE d.field_id = of_field AND d.level = of_level) INTO was_there;
    INSERT INTO demographic_columns (field_id, level, rows, packed, credit, licence)
    VALUES (of_field, of_level, c.rows, decode(c.packed, 'base64'), with_credit, with_licence)
    ON CONFLICT (field_id, level) DO UPDATE SET rows = excluded.rows, packed = excluded.packed, credit = excluded.credit,
      licence = excluded.licence, loaded_at = excluded.loaded_at;
    RETURN QUERY SELECT of_field, c.key, was_there;
  END LOOP;
  IF (SELECT count(*) FROM demographic_fields) > at_most THEN
    RAISE EXCEPTION 'the catalog holds at most % demographic fields', at_most USING ERRCODE = 'CL400';
  END IF;
END $$;

-- How the rows of an import are classed (choropleth): decided over all of them before the first block is written, and kept, so that a run that
-- goes on with it does the same.
ALTER TABLE jobs ADD COLUMN classes json;

-- Rows of the block without a value, for each demographic field of the import in its order; null when it attaches none.
ALTER TABLE import_blocks ADD COLUMN valueless json;
