/** What App.stop waits for at most, in the sum of its phases, the embedded database and SHUTDOWN_DELAY aside. */
export const CHILD_STOP_MS = 7_600;
