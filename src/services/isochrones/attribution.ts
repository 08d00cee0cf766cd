import type { Attribution } from '../../schema/attributions.js';
import type { IsochroneKind } from './service-url.js';

const OPEN_STREET_MAP = {
  use: 'roads',
  credit: '© OpenStreetMap contributors',
  licence: 'ODbL-1.0',
  url: 'https://www.openstreetmap.org/copyright',
};

/** Whose roads the areas of a service are made of, as far as its kind tells. */
export const ATTRIBUTION_OF: Readonly<Record<IsochroneKind, Attribution>> = {
  valhalla: { ...OPEN_STREET_MAP, name: 'OpenStreetMap, through Valhalla' },
  graphhopper: {
    ...OPEN_STREET_MAP,
    name: 'OpenStreetMap, through GraphHopper',
    credit: '© OpenStreetMap contributors, GraphHopper',
  },
  ors: {
    ...OPEN_STREET_MAP,
    name: 'OpenStreetMap, through openrouteservice',
    credit: '© openrouteservice.org by HeiGIT, © OpenStreetMap contributors',
  },
};
