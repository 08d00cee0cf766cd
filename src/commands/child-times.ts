import { GIVE_UP_AFTER_MS } from '../store/migrate.js';

/**
 * A start takes a second or two, but after an upgrade the first process applies migrations, which wait for
 * locks on the tables.
 */
export const START_CHILD_MS = GIVE_UP_AFTER_MS + 60_000;

/** Sum of App.stop's time limits, without the embedded database and SHUTDOWN_DELAY. */
export const CHILD_STOP_MS = 7_600;
