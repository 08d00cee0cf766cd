/** Credits for the data that outside services answer with. */
import { type Attribution, OPEN_STREET_MAP } from '../schema/attributions.js';
import type { GeocoderKind } from './geocoding/service-url.js';
import type { TileService } from './imagery/tiles-url.js';
import type { IsochroneKind } from './isochrones/service-url.js';

const GEOCODING = { use: 'geocoding', ...OPEN_STREET_MAP };
const ROADS = { use: 'roads', ...OPEN_STREET_MAP };

export const GEOCODER_ATTRIBUTIONS: Readonly<Record<GeocoderKind, Attribution>> = {
  nominatim: { ...GEOCODING, name: 'OpenStreetMap, through Nominatim' },
  photon: { ...GEOCODING, name: 'OpenStreetMap, through Photon' },
  pelias: {
    use: 'geocoding',
    name: "OpenStreetMap, OpenAddresses, Who's On First and GeoNames, through Pelias",
    credit: "© OpenStreetMap contributors, OpenAddresses, Who's On First, GeoNames",
    licence: 'ODbL-1.0 and others, by source',
    url: 'https://github.com/pelias/pelias/blob/master/data_licenses.md',
  },
};

export const ISOCHRONE_ATTRIBUTIONS: Readonly<Record<IsochroneKind, Attribution>> = {
  valhalla: { ...ROADS, name: 'OpenStreetMap, through Valhalla' },
  graphhopper: {
    ...ROADS,
    name: 'OpenStreetMap, through GraphHopper',
    credit: '© OpenStreetMap contributors, GraphHopper',
  },
  ors: {
    ...ROADS,
    name: 'OpenStreetMap, through openrouteservice',
    credit: '© openrouteservice.org by HeiGIT, © OpenStreetMap contributors',
  },
};

/** The credit of the operator's tiles (SATELLITE_TILES_URL). */
export const tilesAttribution = ({ credit, template }: TileService): Attribution => {
  const { hostname, origin } = new URL(template);
  return {
    use: 'imagery',
    name: `Tiles of ${hostname}`,
    credit,
    licence: 'as the service says',
    url: origin,
  };
};
