import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrMake } from '../base/disk/made-once.js';

/** A place for files that belongs to one installation, the first that claims it. */
export interface OwnedPlace {
  /** The installation that owns the place: this one where there was none. */
  readOrMakeOwner(installation: string): Promise<string>;
  /** Takes the place over. */
  setOwner(installation: string): Promise<void>;
}

/** @param directory absolute path; created where it is missing */
export const ownedDirectory = (directory: string): OwnedPlace => {
  const path = join(directory, 'installation');
  const readOrMakeOwner = async (installation: string): Promise<string> => {
    await mkdir(directory, { recursive: true });
    return (await readOrMake(path, () => `${installation}\n`)).trim();
  };
  return {
    readOrMakeOwner,
    setOwner: async (installation) => {
      await rm(path, { force: true });
      await readOrMakeOwner(installation);
    },
  };
};

/**
 * Ensures that a place belongs to this installation: another installation does not know its jobs and would
 * remove their files as abandoned.
 * @param name name of the place, for the message
 * @throws Error that says what to do
 */
export async function claimPlace(
  place: OwnedPlace,
  { id, copiedFrom }: { id: string; copiedFrom: string | null },
  name: string,
): Promise<void> {
  const owner = await place.readOrMakeOwner(id);
  if (owner === id) return;
  const whose =
    owner === copiedFrom
      ? `the installation ${owner}, of which this database is a copy`
      : `another installation, ${owner}`;
  throw new Error(
    `${name} belongs to ${whose}: give this one a place of its own, or, when the other one never runs again, ` +
      "take the place over with 'cartload migrate --take-over'",
  );
}
