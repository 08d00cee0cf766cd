import { baseMapParts } from './base-map/parts.js';
import { demographics } from './demographics.js';
import { fontsPart } from './fonts.js';
import { gazetteerPart } from './gazetteer.js';
import { imageryPart } from './imagery/part.js';
import type { GeodataPart } from './part.js';
import { postalParts } from './postal/parts.js';
import { auStates } from './regions/au-states.js';
import { countries } from './regions/countries.js';
import { usCounties, usStates } from './regions/us-regions.js';

/** All files that `npm run build` packs. */
export const PARTS: readonly GeodataPart[] = [
  gazetteerPart,
  usCounties,
  usStates,
  auStates,
  countries,
  ...postalParts,
  demographics,
  fontsPart,
  ...baseMapParts,
  imageryPart,
];
