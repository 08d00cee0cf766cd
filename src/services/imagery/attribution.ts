import type { Attribution } from '../../schema/attributions.js';
import type { TileService } from './tiles-url.js';

/** Whose imagery the operator's tiles are, as far as the setting tells. */
export const attributionOf = ({ credit, template }: TileService): Attribution => {
  const { hostname, origin } = new URL(template);
  return {
    use: 'imagery',
    name: `Tiles of ${hostname}`,
    credit,
    licence: 'as the service says',
    url: origin,
  };
};
