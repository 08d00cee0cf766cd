-- How the rows of a block came to their places (Placed in src/schema/placed.ts): counts by what and how exactly, areas, contradictions.
-- Null where all rows are pins or circles at their own coordinates. With the block's row of the ledger, so that a crash neither loses nor doubles it.
ALTER TABLE import_blocks ADD COLUMN placed json;
