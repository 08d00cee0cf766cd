import { readFileSync, statSync } from 'node:fs';

/** Programs of `workers/` that load more than a few modules. */
export const ENTRIES = ['tasks', 'conversion', 'dialect', 'nearby', 'render', 'roads'] as const;
type Entry = (typeof ENTRIES)[number];

/** Folder into which src/pack/bundles.ts bundles them, each time into a folder of its own. */
export const bundlesDirectory = new URL('../../../bundles/', import.meta.url);
/** Names the newest of these folders; it is written when all bundles are there. */
export const bundlesMade = new URL('made', bundlesDirectory);
/** The compiler writes it whenever it has compiled something. */
const COMPILED = new URL('../../../.tsbuildinfo', import.meta.url);

/**
 * Folder of the bundles, if they were made after the last compilation, and no program is missing or empty, as
 * an interrupted copy leaves it. Otherwise null: programs run from their modules.
 */
export function freshBundles(
  directory: URL = bundlesDirectory,
  compiled: URL | string = COMPILED,
): URL | null {
  try {
    const made = new URL('made', directory);
    if (statSync(made).mtimeMs < statSync(compiled).mtimeMs) return null;
    const folder = new URL(`${readFileSync(made, 'utf8')}/`, directory);
    return ENTRIES.every((name) => statSync(new URL(`${name}.js`, folder)).size > 0) ? folder : null;
  } catch {
    return null;
  }
}

/** Chosen once: threads that start after a later build are of the same build as their process. */
const PROGRAMS = freshBundles() ?? new URL('../../../workers/', import.meta.url);

/**
 * Module that a thread or a process is started with: a bundle, which it loads in 0.26 s of processor time
 * instead of 0.5 s (`tasks`, four threads at once, Node 20).
 */
export const entryOf = (name: Entry): URL => new URL(`${name}.js`, PROGRAMS);
