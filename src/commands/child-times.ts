import { GIVE_UP_AFTER_MS } from '../store/migrate.js';

/**
 * Geodata, roads, layers and the database take a second or two. But after an upgrade the first process applies migrations, which wait until
 * nobody holds the tables.
 */
export const START_CHILD_MS = GIVE_UP_AFTER_MS + 60_000;

/** What App.stop waits for at most, in the sum of its phases, the embedded database and SHUTDOWN_DELAY aside. */
export const CHILD_STOP_MS = 7_600;
