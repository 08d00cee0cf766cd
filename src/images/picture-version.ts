import { createHash } from 'node:crypto';
import type { Geodata } from '../geo/geodata.js';

/** Version of the looks. Raise it when pictures look different, so that maps are drawn anew. */
const STYLE = 7;

/**
 * Version of everything that a picture depends on besides its map: looks, data of the build, areas and
 * streets that were loaded, and the tile service.
 * @param streets as LoadedRoads.tilesVersion
 */
export const pictureVersion = (
  { version }: Pick<Geodata, 'version'>,
  tilesUrl: string | null,
  streets: string | null = null,
): string =>
  [
    `${STYLE}-${version.replaceAll(' ', '-')}`,
    ...[tilesUrl, streets && `streets ${streets}`].flatMap(digestOf),
  ].join('-');

/** Digest, because the address may contain a key. */
const digestOf = (text: string | null): string[] =>
  text === null ? [] : [createHash('sha256').update(text).digest('hex').slice(0, 16)];
