/* Things that the files of one process share, such as a running service: it ends after the last of them. */

interface Scope {
  teardown(action: () => unknown): void;
}

let ends: (() => unknown)[] | null = null;

/** null: the process has one file, which ends what it begins. */
export const sharedScope = (): Scope | null => (ends === null ? null : { teardown: ends.unshift.bind(ends) });

/** @returns what ends all that is shared from now on, the last first */
export function beginSharing(): () => Promise<void> {
  ends = [];
  return async () => {
    for (const end of ends ?? []) await end();
    ends = null;
  };
}
