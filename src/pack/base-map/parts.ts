import type { GeodataPart } from '../part.js';
import { baseMapNames } from './names.js';
import { baseMapScales } from './scales.js';

/** Ground that pictures are drawn on. */
export const baseMapParts: readonly GeodataPart[] = [...baseMapScales, baseMapNames];
