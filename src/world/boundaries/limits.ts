/**
 * Bounds of one load. Official files in sufficient detail for maps stay well below: US ZCTAs (1:500,000) have
 * 33,791 areas and some 5 million vertices.
 */
export const MAX_FEATURES = 500_000;
/** Packing takes some 100 bytes a vertex. */
export const MAX_VERTICES = 20_000_000;
/** All files together, unpacked. */
export const MAX_BYTES = 4 * 1024 ** 3;
/** Text of one feature. */
export const MAX_FEATURE_BYTES = 256 * 1024 ** 2;
/** A topology is read as a whole: its arcs may be anywhere in it. */
export const MAX_TOPOLOGY_BYTES = 256 * 1024 ** 2;
