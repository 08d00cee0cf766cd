-- All tables, by subject; their functions and triggers are in functions/. What grows with markers can lie on several servers, each map on one
-- of them: `cartload migrate --distribute` spreads those tables with Citus by map_id (docs/citus.md). The same schema, functions and
-- statements serve both; so, of markers, layers, legend_entries, field_definitions, map_counts, expiry_settlements, import_blocks and
-- search_texts:
--   each statement says map_id = one map; those few that cannot are listed in docs/citus.md, and a test knows them;
--   they have no triggers, and no foreign keys to tables that stay where they are: functions do what those would;
--   a function that queries them is PL/pgSQL, and is called by no statement that reads them: that one runs where the map lies.

-- Accounts, keys, and what they may use

CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  password_hash text,                      -- PHC string, src/access/keys/password.ts; null: none is set
  pending boolean NOT NULL DEFAULT false,  -- was named by e-mail (share, transfer) and has not set a password yet
  plan text NOT NULL CHECK (plan IN ('free', 'business', 'enterprise')),
  superuser boolean NOT NULL DEFAULT false,
  health_data boolean NOT NULL DEFAULT false,
  row_limit integer,                       -- rows an import may have; null: the service's default
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
CREATE INDEX accounts_pending ON accounts (id) WHERE pending;

CREATE TABLE api_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  hash bytea NOT NULL UNIQUE,              -- SHA-256 of the key, which itself is stored nowhere
  scope text NOT NULL CHECK (scope IN ('read_only', 'read_write')),
  rate_limit integer,                      -- requests a minute; null here and below: the service's default
  quota_maps integer,
  quota_markers integer,
  quota_bulk integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
-- This one, and others below that begin with what a row refers to: without them each row that goes has the tables that refer to it read
-- as a whole.
CREATE INDEX api_keys_of_account ON api_keys (account_id);

-- When keys were used last; the true time is up to two minutes later (src/access/keys/key-use.ts). Not a column of api_keys: its changes are told
-- to all processes, which then forget all keys.
CREATE TABLE key_uses (
  key_id bigint PRIMARY KEY,
  last_used_at timestamptz NOT NULL
) WITH (fillfactor = 70);                  -- room for HOT updates, here and below

CREATE TABLE quota_use (
  key_id bigint NOT NULL REFERENCES api_keys,
  day date NOT NULL,                       -- UTC
  kind text NOT NULL CHECK (kind IN ('maps', 'markers', 'bulk')),
  used integer NOT NULL,
  PRIMARY KEY (key_id, day, kind)
) WITH (fillfactor = 70);                  -- the row changes with every write
CREATE INDEX quota_use_by_day ON quota_use (day);

-- What an account may multiply in a day (UTC), whichever of its keys does it.
CREATE TABLE account_use (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('cloned_bytes', 'transfers', 'images')),
  used bigint NOT NULL,
  PRIMARY KEY (account_id, day, kind)
) WITH (fillfactor = 70);
CREATE INDEX account_use_by_day ON account_use (day);

-- How an account has confirmed to read a header row (docs/decisions.md#recognition).
CREATE TABLE header_memory (
  account_id bigint NOT NULL REFERENCES accounts,
  fingerprint text NOT NULL,               -- of the header names, src/import/columns/header-fingerprint.ts
  mapping json NOT NULL,                   -- by column: a field, 'ignored', or null for a custom field
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, fingerprint)
);
CREATE INDEX header_memory_by_age ON header_memory (account_id, updated_at);

-- Who issued and revoked keys, shared, transferred, archived, deleted and restored maps, deleted many markers, and made and changed accounts.
-- Triggers write it in the statement that makes the change, whichever function or client that is, so that no change is without its
-- entry. Nothing refers to other tables: entries outlive what they tell of, until retention removes them.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  action text NOT NULL,                    -- map.transferred, key.issued, ...
  account_id bigint,                       -- who did it: the account of the key; null without a key
  key_id bigint,                           -- by which key; null: see via
  via text NOT NULL,                       -- key; without one cli, service, or the application_name of who else wrote to the database
  owner_id bigint,                         -- whose map, share or key it is, before the change; the account itself
  other_id bigint,                         -- with whom a map is shared, who owns it now
  map_id bigint,
  share_id bigint,
  api_key_id bigint,                       -- the key that was issued, changed or revoked
  details json
);
CREATE INDEX audit_log_by_age ON audit_log (at);
CREATE INDEX audit_log_of_account ON audit_log (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX audit_log_of_owner ON audit_log (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX audit_log_of_other ON audit_log (other_id) WHERE other_id IS NOT NULL;

-- Maps, their legends and fields

CREATE TABLE maps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  private boolean NOT NULL DEFAULT true,
  extended_colors boolean NOT NULL DEFAULT false,
  received boolean NOT NULL DEFAULT false, -- somebody else gave it to its owner: it does not count among the owner's
  -- Definitions of fields were removed: markers may have fields that the map does not define although it has room. A marker that is written
  -- while the definitions are removed counted on those that it saw, so an export of the map asks the markers.
  lost_fields boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,                  -- soft-deleted: hidden, recoverable
  removing boolean NOT NULL DEFAULT false  -- its parts are being removed: it cannot be restored any more
);
CREATE INDEX maps_of_account ON maps (account_id, status, id) WHERE deleted_at IS NULL;
CREATE INDEX maps_of_owner ON maps (account_id);
CREATE INDEX maps_deleted ON maps (deleted_at, id) WHERE deleted_at IS NOT NULL;

CREATE TABLE layers (
  map_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  is_default boolean NOT NULL,
  PRIMARY KEY (map_id, id)
);
CREATE UNIQUE INDEX layers_default ON layers (map_id) WHERE is_default;

-- Each layer has its own copy of the legend; how they stay in sync: functions/categories.sql.
CREATE TABLE legend_entries (
  map_id bigint NOT NULL,
  layer_id bigint NOT NULL,
  name text NOT NULL,
  color text NOT NULL,                     -- palette name
  ordering integer NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,  -- breaks ties of ordering
  -- map_id last: an index that begins with it could be taken for the look-up of a name.
  PRIMARY KEY (position, map_id),
  FOREIGN KEY (map_id, layer_id) REFERENCES layers (map_id, id)
);
-- A category or a field may be named with as many characters as any other text of a marker, and an index row holds
-- about 2,700 bytes: names are unique by their digest. Each of these indexes is the only one that begins with map_id,
-- so that no statistics can make the planner read a whole legend for one name.
CREATE UNIQUE INDEX legend_entries_name ON legend_entries (map_id, layer_id, md5(name));

CREATE TABLE field_definitions (
  map_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('text', 'number', 'currency', 'date', 'url')),
  ordering integer NOT NULL,
  PRIMARY KEY (id, map_id)
);
CREATE UNIQUE INDEX field_definitions_name ON field_definitions (map_id, md5(name));

-- The ranges that an import of a map classed by a field, for later imports that keep them (choropleth.breaks): a hash of the field's name and
-- of what is done with several values of an area. They lie where maps do. The 100 that were used last stay (keepClasses). The heading is the
-- field's name as the legend of a picture has it above the classes.
CREATE TABLE choropleth_ranges (
  map_id bigint NOT NULL REFERENCES maps ON DELETE CASCADE,
  key uuid NOT NULL,
  heading text NOT NULL,
  classes json NOT NULL,
  used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (map_id, key)
);

CREATE TABLE shares (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  map_id bigint NOT NULL REFERENCES maps,
  account_id bigint NOT NULL REFERENCES accounts,
  -- As the owner gave it: that of the account would tell that there was one, and how it is written there.
  email text NOT NULL,
  access_level text NOT NULL CHECK (access_level IN ('viewer', 'member', 'admin')),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (map_id, account_id)
);
CREATE INDEX shares_of_account ON shares (account_id);

-- Invitations of pending accounts, sent by src/background/mail/mailer.ts. What the mail says is read when it is sent; the token in its
-- link is derived then (src/access/keys/password-token.ts), so that nothing here opens an account.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,  -- to whom
  map_id bigint NOT NULL REFERENCES maps,
  inviter_id bigint NOT NULL REFERENCES accounts,
  created_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,             -- when the throttle lets it go
  attempts integer NOT NULL DEFAULT 0,     -- begun ones
  next_attempt_at timestamptz NOT NULL,    -- while an attempt runs: the end of its lease
  sent_at timestamptz,
  failed_at timestamptz,                   -- given up
  last_error text
);
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE UNIQUE INDEX outbox_waiting ON outbox (account_id, map_id) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_of_account ON outbox (account_id, map_id, due_at);
CREATE INDEX outbox_of_recipient ON outbox (account_id, due_at);
CREATE INDEX outbox_of_inviter ON outbox (inviter_id, due_at);
CREATE INDEX outbox_of_map ON outbox (map_id);

-- Markers

-- Layouts measured with one COPY of 300,000 rows (name, random coordinates, address, category, two custom fields),
-- medians of five alternating rounds on 2 cores, this one = 1.00 (165,000 rows/s):
--   custom_fields and extras jsonb 0.93; address one json 0.88, one jsonb (and the others jsonb) 0.69;
--   (map_id, lat, lng) instead of (map_id, cell) 0.86; one more index, on (map_id, category), 0.73;
--   without the index on cell 1.71, but then nothing finds a duplicate.
CREATE TABLE markers (
  map_id bigint NOT NULL,
  id bigint NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  lat double precision NOT NULL,
  lng double precision NOT NULL,
  cell bigint NOT NULL,                    -- Morton code of the coordinates rounded to 6 decimals, src/geo/cell.ts
  radius double precision,                 -- miles
  street text,
  street2 text,
  city text,
  state text,
  country text,
  zip text,
  custom_fields json,                      -- object of strings, null when there are none
  extras json,                             -- recognised columns that have no place of their own (photo_url, county, ...)
  region_source text,
  area uuid,                               -- drive_time_areas; null for all others
  -- Tells branches of a chain apart whose place is only that of their postal code, city, state or country: a hash of name, coordinates and
  -- address (src/import/prepare/address-key.ts). Null for markers with a place of their own, which so are in no further index.
  address_key bigint,
  expires_at timestamptz,
  category text,
  color text,                              -- palette name
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (map_id, id)
);
-- Maps come faster than ANALYZE. With statistics of map_id a map that they do not know yet is taken to have one row, and then any
-- index that begins with map_id is as good as any other: each block of an import read the whole map. Without them every
-- map is taken to have 1/200 of the table.
ALTER TABLE markers ALTER COLUMN map_id SET STATISTICS 0;
-- Finds duplicates (same cell and name, then name and coordinates compared) and everything in a box. Boxes of 0.5 and 5 degrees (5 and 500
-- markers of a million), milliseconds: this 0.7 and 1.2; GiST on point(lng, lat) 0.6 and 1.0, but it takes twice as long to write
-- (7.5 s a million rows, this 3.8, no index 0.7), has twice the bytes and tells no map from another; BRIN on cell 5.6 and 7.2 where
-- the table is sorted by it, 64 for the small ones as imports write it.
-- With the name's hash a row costs one look however many markers lie at one point (all that is geocoded to a city's centre):
-- 6,000 rows onto 40,000 of one point read 6,000 entries instead of 240 million. Costs a COPY of 300,000 rows 3 to 5 %, and 16 MB
-- instead of 12.
CREATE INDEX markers_cell ON markers (map_id, cell, hashtext(btrim(name)));
CREATE INDEX markers_expiring ON markers (map_id, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX markers_area ON markers (area) WHERE area IS NOT NULL;
CREATE INDEX markers_address_key ON markers (map_id, address_key) WHERE address_key IS NOT NULL;

CREATE SEQUENCE marker_ids;

-- Marker and area counts of a map, spread over shards so that writers of one map do not queue on one row.
CREATE TABLE map_counts (
  map_id bigint NOT NULL,
  shard smallint NOT NULL,
  markers bigint NOT NULL,
  areas bigint NOT NULL,                   -- markers without a pin: every type but pin, pinned_circle, pinned_drive_time
  -- How often the markers of the map were written: a picture is good for as long as this stays. Its writers count it up, not triggers,
  -- which would take a counter's row in the middle of a transaction and keep it while they wait for markers.
  changes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (map_id, shard)
) WITH (fillfactor = 50);

-- Counts without expired markers: the counters are told of those that expired up to a moment, `settled_at`, and a read counts only those
-- that did since (src/store/maps.ts). Reading 500,000 expired ones took 300 ms each time. The sum of map_counts is the number of markers
-- that are there, less those of them that expired up to the map's settled_at; no row: none were settled.
CREATE TABLE expiry_settlements (
  map_id bigint PRIMARY KEY,
  settled_at timestamptz NOT NULL
);

-- What the processes that keep nearby indexes in memory must hear of. They read it by snapshot (src/store/nearby.ts): no
-- commit is missed however transactions overlap, and none is seen before it is committed. NOTIFY in every write would make
-- all commits wait for each other, as they take one lock for the whole cluster until they are on the disk.
-- A row with account_id says that what this account can read of map_id may be other than before; with `readers` too, that every
-- account that can read the map, or could, is meant: one row however many they are. Its marker_ids are empty, as no marker has changed.
CREATE TABLE nearby_changes (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  account_id bigint,                       -- where it is null, markers of map_id are other than before:
  map_id bigint,
  marker_ids int8multirange,               -- some or all of these; null: any of them
  deleted boolean NOT NULL DEFAULT false,  -- these are gone, and do not come back
  readers boolean NOT NULL DEFAULT false
);
CREATE INDEX nearby_changes_by_xid ON nearby_changes (xid);
-- stale_ids reads the changes of one map, however many others write.
CREATE INDEX nearby_changes_by_map ON nearby_changes (map_id, xid) WHERE map_id IS NOT NULL;

-- Search in markers

-- A text is found by its grams: each three characters in a row, at its end fewer. What is looked for has grams of its own, or, where it
-- is shorter, is the beginning of some: GIN finds lexemes by prefix. Texts of 85 characters, beside pg_trgm in the same run: 53
-- microseconds of CPU to write and sort in, pg_trgm 31; 1,000,000 built at once 190 MB (filled step by step 248), pg_trgm 149; grams of
-- four 316 MB, twice as long to build and hardly faster to look for.
-- A map's markers are indexed in parts by ascending id, so that a search may stop when its page is full. The part's number is in the
-- lexeme: no list is longer than a part, and none is of two maps.
-- Regular expressions cut a text three times as fast as unnest or substr, in 20 microseconds: from its first, second and third character
-- on. What separates the pieces is looked for as a space.
-- It stands here because an index is made of it: what it gives cannot change unless the index is made anew.
CREATE FUNCTION search_grams(part integer, t text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  begin_next text := E'\x01' || to_hex(part) || ':';
  kept_and_next text := '\&' || begin_next;
  c text := translate(t, E'\x01', ' ');
BEGIN
  IF t IS NULL THEN RETURN array_to_tsvector(ARRAY[to_hex(part) || ':long']); END IF;
  RETURN array_to_tsvector(string_to_array(substr(concat(
    begin_next, regexp_replace(c, '...', kept_and_next, 'g'),
    begin_next, regexp_replace(substr(c, 2), '...', kept_and_next, 'g'),
    begin_next, regexp_replace(substr(c, 3), '...', kept_and_next, 'g')), 2), E'\x01'));
END $$;

-- What text and category search looks through on large maps: without it a million markers take a walk of seconds. An index on
-- `markers` would be paid for by every import; this one is filled piece by piece after a search that had to walk far.
CREATE TABLE search_texts (
  map_id bigint NOT NULL,
  marker_id bigint NOT NULL,
  part integer NOT NULL,
  category text,                           -- as it is in the marker
  text text                                -- all that a search looks through, in lower case; null: over 10,000 characters, not indexed
);
-- Each statement of search has one index that can serve it, whatever statistics say: those of a table are wrong for a map that has most of
-- it, and for one that has little of it. So the map stands in them in a form of its own, map_id + 0 and -map_id, which statements name. As
-- it is, they would serve, badly, the look for grams.
CREATE INDEX search_texts_by_marker ON search_texts ((map_id + 0), marker_id);
-- By the digest, as a category may be longer than what an index takes.
CREATE INDEX search_texts_by_category_of_map ON search_texts (md5(category), (-map_id), marker_id);
-- The list of what is not sorted in yet has room for all of a step: 4 MB would be sorted in three times.
CREATE INDEX search_texts_by_gram ON search_texts USING gin (search_grams(part, text)) WITH (gin_pending_list_limit = 16384);
-- Statistics of them take ANALYZE seconds, and plans are no better.
ALTER INDEX search_texts_by_marker ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX search_texts_by_category_of_map ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX search_texts_by_category_of_map ALTER COLUMN 2 SET STATISTICS 0;
ALTER INDEX search_texts_by_gram ALTER COLUMN 1 SET STATISTICS 0;

-- How far the texts of a map can be trusted: they are those of `snapshot`, except for `stale` ids. What was written since
-- then stands in nearby_changes, which every write of markers fills in its own transaction.
-- Part i of a map has the ids from first_ids[i] to before first_ids[i + 1].
CREATE TABLE search_indexes (
  map_id bigint PRIMARY KEY REFERENCES maps,
  snapshot pg_snapshot NOT NULL,
  stale int8multirange NOT NULL,
  first_ids bigint[] NOT NULL DEFAULT '{}',
  parts integer[] NOT NULL DEFAULT '{}',
  last_rows integer NOT NULL DEFAULT 0     -- how many the last part has
);
CREATE SEQUENCE search_parts AS integer CYCLE;

-- Jobs: imports and pictures of maps

CREATE TABLE jobs (
  id text PRIMARY KEY,
  map_id bigint NOT NULL REFERENCES maps,
  -- The owner of the map, kept up by triggers: neither a claim nor a list has to join an account's maps. An account has a few hundred jobs a
  -- month, so that a transfer rewrites few rows.
  account_id bigint NOT NULL,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'processing', 'completed', 'failed', 'cancelled')),
  task json NOT NULL,                      -- what the handler of this kind needs: src/import/task.ts; the options of a picture
  total bigint NOT NULL,
  -- So few rows as an upload that is answered when it is done (SYNC_ROWS of src/api/bulk.ts): quick jobs and long ones have slots of their own.
  quick boolean NOT NULL GENERATED ALWAYS AS (total <= 500) STORED,
  first_marker_id bigint NOT NULL,         -- record i of an import becomes marker first_marker_id + i
  -- Identity of the directory that the upload lies in, src/import/spool/spool-identity.ts: only processes that have it can work on the
  -- job; null: any process may claim it.
  spool text,
  notes text[] NOT NULL DEFAULT '{}',
  error text,                              -- why the job as a whole failed
  created_at timestamptz NOT NULL DEFAULT now(),
  not_before timestamptz,                  -- a queued job is left alone until then
  postponements integer NOT NULL DEFAULT 0,
  started_at timestamptz,
  completed_at timestamptz,
  claims integer NOT NULL DEFAULT 0,       -- since the last one that committed a block
  claimant text,                           -- the process that claimed it last
  blocks_at_claim integer NOT NULL DEFAULT 0,
  lease bigint NOT NULL DEFAULT 0,         -- fencing token: grows with every claim, and with a cancellation
  lease_until timestamptz,
  -- Of imports. How rows are classed (choropleth): decided over all of them before the first block is written, and kept, so that a run that
  -- goes on with it does the same.
  classes json,
  -- {"done": 12, "of": 4000} while the addresses of a block are looked up at a geocoding service for more than a moment: a slow one answers
  -- one a second, and a job shows that it goes on.
  lookups json,
  -- Of jobs of kind `image`; null in others.
  image_key text,                          -- its options: requests with the same one ask for the same picture
  image_state text,                        -- what the picture depends on, as it was before the map was read for it
  image_read_at timestamptz,               -- when that was
  image_name text,                         -- of the map, as it was when it was read: the file is called so, whatever the map is called later
  image_file text,                         -- its key in the blob store; null: there is none yet, or any more
  -- An account's next picture waits for as long as its last one computed: beside maps that take half a minute each, others' pictures find
  -- the process that draws free for half of the time.
  image_rest_until timestamptz
);
-- The accounts that wait, and the maps of one of them: each is found by one look, whatever number of jobs they have.
CREATE INDEX jobs_waiting ON jobs (coalesce(spool, ''), quick, account_id, map_id) WHERE status = 'queued';
CREATE INDEX jobs_running ON jobs (account_id, quick) WHERE status = 'processing';
CREATE INDEX jobs_begun ON jobs (coalesce(spool, ''), quick, account_id, started_at) WHERE started_at IS NOT NULL;
CREATE INDEX jobs_finished ON jobs (completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX jobs_of_account ON jobs (account_id, created_at, id);
CREATE INDEX jobs_of_account_by_status ON jobs (account_id, status, created_at, id);
CREATE INDEX jobs_of_map ON jobs (map_id, created_at, id);
CREATE INDEX jobs_of_map_by_status ON jobs (map_id, status, created_at, id);
CREATE INDEX jobs_images ON jobs (map_id, image_key, created_at) WHERE image_key IS NOT NULL;
CREATE INDEX jobs_open_images ON jobs (account_id) WHERE image_key IS NOT NULL AND status IN ('queued', 'processing');
CREATE INDEX jobs_image_files ON jobs (completed_at) WHERE image_file IS NOT NULL;
CREATE INDEX jobs_image_rests ON jobs (account_id, image_rest_until) WHERE image_rest_until IS NOT NULL;

-- One row for each block of an import that is committed, written in the transaction that writes its markers: the key
-- makes a second try fail. The counts of a job are the sums over its blocks.
CREATE TABLE import_blocks (
  job_id text NOT NULL,
  map_id bigint NOT NULL,
  block integer NOT NULL,
  rows integer NOT NULL,
  added integer NOT NULL,
  updated integer NOT NULL,
  unchanged integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL,
  rejected integer NOT NULL,
  first_id bigint,                         -- the ids that the block may have given out
  last_id bigint,
  -- {"reasons": [[code, column, message]], "runs": [[reason, index, line, rows]]}, each reason once and the rows in runs; rows of a run
  -- follow each other in record and line (a line of 0: none).
  rejections json,
  head json,                               -- the first of them ready for the job's `errors`, as many as may be among its first 1,000
  defects json,                            -- [[code, column, count, first message]] of errors, null when there are none
  skips json,                              -- rows that were skipped as duplicates, and whom they met (src/schema/skip-runs.ts)
  fields json,                             -- custom field -> types that all its values fit
  -- How rows came to their places (Placed in src/schema/placed.ts): counts by what and how exactly, areas, contradictions. Null where all
  -- rows are pins or circles at their own coordinates.
  placed json,
  -- Rows without a value, for each demographic field of the import in its order; null when it attaches none.
  valueless json,
  parsing_ms real NOT NULL,
  placing_ms real NOT NULL,
  looking_up_ms real,                      -- waited for places of a geocoding service, areas of drive times; null: it had none
  deduplicating_ms real NOT NULL,
  writing_ms real NOT NULL,
  PRIMARY KEY (job_id, block, map_id)
);

-- The trace that the request which asked for a job was part of, as headers of W3C Trace Context: log lines of the job, and what it asks of
-- other services, belong to it.
CREATE TABLE job_traces (
  job_id text PRIMARY KEY REFERENCES jobs ON DELETE CASCADE,
  traceparent text NOT NULL,               -- its span is that of the request
  tracestate text                          -- null: none
);

-- What a client may ask for again (Idempotency-Key), kept for 24 hours: what its request made.
CREATE TABLE idempotency_keys (
  account_id bigint NOT NULL REFERENCES accounts,
  key text NOT NULL,
  fingerprint text NOT NULL,               -- of the map, the options and the bytes
  job_id text REFERENCES jobs DEFERRABLE INITIALLY DEFERRED,
  made_id bigint,                          -- what it made, if that is no job
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_of_job ON idempotency_keys (job_id);

-- Spool directories, and when a process that runs their jobs was seen last: a job can tell that it waits for a machine.
CREATE TABLE spools (
  identity text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Every blob that this installation has put and not removed yet: what stands here no other installation has made, and what does not is
-- nobody's business. Noted before it is put. Nothing lists a store to find what can go: a million files took 28 s of processor time.
CREATE TABLE blobs (
  store text NOT NULL,                     -- its identity
  key text COLLATE "C" NOT NULL,
  loose_since timestamptz DEFAULT now(),   -- since when no job is known to have it; null: one has it
  PRIMARY KEY (store, key)
);
CREATE INDEX loose_blobs ON blobs (store, loose_since) WHERE loose_since IS NOT NULL;

-- Geodata that the operator loaded, packed as threads read it. In the database, as processes on other machines have no other place in common.

-- Areas (src/geo/regions/layer-file.ts): one layer a type at most, which takes the place of the embedded one in every process.
CREATE TABLE boundary_layers (
  type text PRIMARY KEY,                   -- of markers
  version text NOT NULL,                   -- SHA-256 of the bytes, in hex: processes read what they do not have
  dataset text NOT NULL,                   -- first member of region_source
  credit text NOT NULL,
  licence text NOT NULL,
  url text NOT NULL,
  features integer NOT NULL,
  vertices integer NOT NULL,
  bytes bigint NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);

-- The bytes in order, a MiB each, so that none is read with a long statement, and reading takes little memory.
CREATE TABLE boundary_pieces (
  type text NOT NULL,
  version text NOT NULL,
  piece integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (type, version, piece)
);
-- Coordinates hardly shrink by compression, and it takes longer than the disk.
ALTER TABLE boundary_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Road networks (src/geo/roads/road-graph.ts), several extracts side by side; each process keeps a copy in its DATA_DIR.
CREATE TABLE road_graphs (
  name text PRIMARY KEY,
  version text NOT NULL,                   -- as of boundary_layers
  file_name text NOT NULL,
  file_bytes bigint NOT NULL,
  osm_timestamp timestamptz,               -- of the data; null: the file does not say
  west double precision NOT NULL,          -- degrees
  south double precision NOT NULL,
  east double precision NOT NULL,
  north double precision NOT NULL,
  vertices integer NOT NULL,
  arcs integer NOT NULL,
  edge_vertices integer NOT NULL,          -- where streets lead out of the extract
  bytes bigint NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);

-- As boundary_pieces.
CREATE TABLE road_pieces (
  name text NOT NULL,
  version text NOT NULL,
  piece integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (name, version, piece)
);
ALTER TABLE road_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Demographic fields, and their values by region. What comes embedded (src/world/demographics/embedded-fields.ts) has ids below 1,000 and stands
-- here only where values were loaded for it: then label and type here count.
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

-- What was asked or drawn once, for all processes

-- What a geocoding service (GEOCODER_URL) said of an address. The address itself is not here; its key is a SHA-256 of its normal form and
-- the service. Without a place the service knows none, which is asked again after a week.
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

-- Areas that are reached by car, drawn once for each place, time and version of what they are drawn on, and shared by all markers of all maps.
-- The key is a hash of these (src/world/drive-times/area-key.ts), so that processes agree on it without asking. A marker says which area is
-- its own: it stays when roads are replaced.
CREATE TABLE drive_time_areas (
  key uuid PRIMARY KEY,
  source text NOT NULL,                    -- roads, valhalla, estimate: first member of region_source
  minutes integer NOT NULL,
  geometry bytea,                          -- src/geo/drive-time/pack-area.ts; null: there is none
  truncated boolean NOT NULL,              -- it ends where the roads of the extract do
  -- How far the street where a drive begins is from its place: a row whose street is far away is told, also when its area was drawn before.
  snap_meters integer NOT NULL DEFAULT 0,
  bytes integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now() -- to a day
);
-- Differences of coordinates do not get smaller.
ALTER TABLE drive_time_areas ALTER COLUMN geometry SET STORAGE EXTERNAL;
CREATE INDEX drive_time_areas_by_use ON drive_time_areas (used_at);

-- Of all of them: to sum them up takes longer than to draw one. One row.
CREATE TABLE drive_time_area_use (bytes bigint NOT NULL);
INSERT INTO drive_time_area_use VALUES (0);

-- Which installation this database is. Blob stores and DATA_DIR carry the id of theirs, so that another installation, which knows none of
-- their jobs, does not take their files for abandoned ones.
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL,
  copied_from uuid,                        -- the installation whose copy this database is: restored by pg_restore, or made from a template
  -- Where this row was written. In a copy at least one of them differs from what the row itself says; pg_upgrade keeps all three.
  database oid NOT NULL,
  relation oid NOT NULL,
  xid xid NOT NULL,
  cluster text NOT NULL                    -- of pg_control_system, '' where the role may not ask: a new one with pg_upgrade, too
);
