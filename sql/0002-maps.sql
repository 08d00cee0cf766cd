CREATE TABLE maps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  private boolean NOT NULL DEFAULT true,
  extended_colors boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz                   -- soft-deleted: hidden, recoverable
);
CREATE INDEX maps_of_account ON maps (account_id, status, id) WHERE deleted_at IS NULL;

CREATE TABLE layers (
  map_id bigint NOT NULL REFERENCES maps,
  id bigint GENERATED ALWAYS AS IDENTITY,
  is_default boolean NOT NULL,
  PRIMARY KEY (map_id, id)
);
CREATE UNIQUE INDEX layers_default ON layers (map_id) WHERE is_default;

-- Each layer has its own copy of the legend.
CREATE TABLE legend_entries (
  map_id bigint NOT NULL,
  layer_id bigint NOT NULL,
  name text NOT NULL,
  color text NOT NULL,                     -- palette name
  ordering integer NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,  -- breaks ties of ordering
  PRIMARY KEY (map_id, layer_id, name),
  FOREIGN KEY (map_id, layer_id) REFERENCES layers (map_id, id)
);

CREATE TABLE field_definitions (
  map_id bigint NOT NULL REFERENCES maps,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('text', 'number', 'currency', 'date', 'url')),
  ordering integer NOT NULL,
  PRIMARY KEY (map_id, id),
  UNIQUE (map_id, name)
);

CREATE FUNCTION create_map(for_account bigint, for_key bigint, daily_limit integer, map_name text, map_description text)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE new_id bigint;
BEGIN
  PERFORM charge_quota(for_key, 'maps', daily_limit);
  INSERT INTO maps (account_id, name, description) VALUES (for_account, map_name, map_description) RETURNING id INTO new_id;
  INSERT INTO layers (map_id, is_default) VALUES (new_id, true);
  RETURN new_id;
END $$;
