-- All triggers. A trigger is created only if it is missing or differs, which the digest in its comment shows:
-- creating one waits for all writers of its table, and holds up later ones.
DO $$
DECLARE t record;
BEGIN
  FOR t IN
    SELECT w.*, hashtextextended(w.definition, 0)::text AS digest FROM (VALUES
      ('accounts_changed', 'accounts', 'AFTER UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION notify_key_change()'),
      ('accounts_made', 'accounts', 'AFTER INSERT OR DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION audit_account()'),
      ('accounts_audited', 'accounts',
        'AFTER UPDATE ON accounts FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION audit_account()'),
      ('accounts_secured', 'accounts', 'AFTER UPDATE OF password_hash ON accounts FOR EACH ROW
        WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION end_sessions()'),
      ('sessions_audited', 'sessions', 'AFTER INSERT OR DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION audit_session()'),
      ('api_keys_changed', 'api_keys', 'AFTER UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION notify_key_change()'),
      ('api_keys_issued', 'api_keys', 'AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION audit_key()'),
      ('api_keys_audited', 'api_keys', 'AFTER UPDATE ON api_keys FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION audit_key()'),

      ('maps_bounded', 'maps', 'AFTER INSERT ON maps REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION bound_maps()'),
      ('maps_created', 'maps', 'AFTER INSERT ON maps FOR EACH ROW EXECUTE FUNCTION note_changed_map()'),
      -- A statement that names a column fires the trigger even if the value stays the same.
      ('maps_changed', 'maps', 'AFTER UPDATE OF name, status, account_id, deleted_at ON maps FOR EACH ROW
        WHEN ((OLD.name, OLD.status, OLD.account_id, OLD.deleted_at) IS DISTINCT FROM (NEW.name, NEW.status, NEW.account_id, NEW.deleted_at))
        EXECUTE FUNCTION note_changed_map()'),
      ('maps_transferred', 'maps',
        'AFTER UPDATE OF account_id ON maps FOR EACH ROW WHEN (OLD.account_id <> NEW.account_id) EXECUTE FUNCTION move_jobs()'),
      ('maps_audited', 'maps', 'AFTER UPDATE OF account_id, status, deleted_at ON maps FOR EACH ROW
        WHEN (OLD.account_id <> NEW.account_id OR OLD.status <> NEW.status OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
        EXECUTE FUNCTION audit_map()'),
      ('maps_removed', 'maps', 'AFTER DELETE ON maps FOR EACH ROW EXECUTE FUNCTION audit_map()'),

      ('shares_changed', 'shares', 'AFTER INSERT OR DELETE ON shares FOR EACH ROW EXECUTE FUNCTION note_changed_share()'),
      ('shares_ended', 'shares', 'AFTER DELETE ON shares FOR EACH ROW EXECUTE FUNCTION withdraw_invitation()'),
      ('shares_made', 'shares', 'AFTER INSERT OR DELETE ON shares FOR EACH ROW EXECUTE FUNCTION audit_share()'),
      ('shares_audited', 'shares',
        'AFTER UPDATE ON shares FOR EACH ROW WHEN (OLD.access_level <> NEW.access_level) EXECUTE FUNCTION audit_share()'),

      ('webhooks_audited', 'webhooks', 'AFTER INSERT OR DELETE ON webhooks FOR EACH ROW EXECUTE FUNCTION audit_webhook()'),

      ('jobs_created', 'jobs', 'BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION note_new_job()'),
      ('jobs_ended', 'jobs', 'AFTER UPDATE OF completed_at ON jobs FOR EACH ROW
        WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL) EXECUTE FUNCTION queue_deliveries()'),
      ('let_go_of_blobs', 'jobs',
        'AFTER DELETE ON jobs REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION let_go_of_blobs()'),
      ('nearby_changes_pruned', 'nearby_changes',
        'AFTER DELETE ON nearby_changes REFERENCING OLD TABLE AS pruned FOR EACH STATEMENT EXECUTE FUNCTION keep_stale_ids()')
    ) w (name, of_table, definition)
  LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM pg_trigger g WHERE g.tgrelid = t.of_table::regclass AND g.tgname = t.name
        AND obj_description(g.oid, 'pg_trigger') = t.digest);
    EXECUTE format('CREATE OR REPLACE TRIGGER %I %s', t.name, t.definition);
    EXECUTE format('COMMENT ON TRIGGER %I ON %I IS %L', t.name, t.of_table, t.digest);
  END LOOP;
END $$;
