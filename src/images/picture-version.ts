import { createHash } from 'node:crypto';
import type { Geodata } from '../geo/geodata.js';

/** To be raised when pictures look different: what was drawn before is not shown again then. */
const STYLE = 5;

/** What pictures depend on besides their map: how they look, what came with the build, areas that were loaded, and whose imagery they show. */
export const pictureVersion = ({ version }: Pick<Geodata, 'version'>, tilesUrl: string | null): string =>
  `${STYLE}-${version.replaceAll(' ', '-')}${tilesUrl === null ? '' : `-${digestOf(tilesUrl)}`}`;

/** It may have a key in it. */
const digestOf = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 16);
