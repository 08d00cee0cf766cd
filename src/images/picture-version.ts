import type { Geodata } from '../geo/geodata.js';

/** To be raised when pictures look different: what was drawn before is not shown again then. */
const STYLE = 1;

/** What pictures depend on besides their map: how they look, what came with the build, and areas that were loaded. */
export const pictureVersion = ({ version }: Pick<Geodata, 'version'>): string =>
  `${STYLE}-${version.replaceAll(' ', '-')}`;
