-- How long a block of an import waited for its look-ups: places of a geocoding service, areas of drive times. Null: it had none.
DO $$ BEGIN
  ALTER TABLE import_blocks ADD COLUMN looking_up_ms real;
END $$;
