import { createHash } from 'node:crypto';
import type { Geodata } from '../geo/geodata.js';

/** Version of the looks. Raise it when pictures look different, so that maps are drawn anew. */
const STYLE = 6;

/** Version of everything that a picture depends on besides its map: looks, data of the build, areas that were loaded, and the tile service. */
export const pictureVersion = ({ version }: Pick<Geodata, 'version'>, tilesUrl: string | null): string =>
  `${STYLE}-${version.replaceAll(' ', '-')}${tilesUrl === null ? '' : `-${digestOf(tilesUrl)}`}`;

/** Digest, because the address may contain a key. */
const digestOf = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 16);
