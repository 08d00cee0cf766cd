-- The job that takes an import back, and how far a job has come that goes on in steps: {"step": 3, "id": 5001}, or {"step": 7, "block": 2,
-- "marker": 41}. null: none, or at its beginning.
DO $$
BEGIN
  ALTER TABLE jobs ADD COLUMN undone_by text;
END $$;
DO $$
BEGIN
  ALTER TABLE jobs ADD COLUMN cursor json;
END $$;
