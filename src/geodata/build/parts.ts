import { demographics } from './demographics.js';
import type { GeodataPart } from './part.js';

/** All that `npm run build` packs. */
export const PARTS: readonly GeodataPart[] = [demographics];
