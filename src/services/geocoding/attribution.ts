import type { Attribution } from '../../schema/attributions.js';
import type { GeocoderKind } from './service-url.js';

const OPEN_STREET_MAP = {
  use: 'geocoding',
  credit: '© OpenStreetMap contributors',
  licence: 'ODbL-1.0',
  url: 'https://www.openstreetmap.org/copyright',
};

/** Whose data a service answers with, as far as its kind tells. */
export const ATTRIBUTION_OF: Readonly<Record<GeocoderKind, Attribution>> = {
  nominatim: { ...OPEN_STREET_MAP, name: 'OpenStreetMap, through Nominatim' },
  photon: { ...OPEN_STREET_MAP, name: 'OpenStreetMap, through Photon' },
  pelias: {
    use: 'geocoding',
    name: "OpenStreetMap, OpenAddresses, Who's On First and GeoNames, through Pelias",
    credit: "© OpenStreetMap contributors, OpenAddresses, Who's On First, GeoNames",
    licence: 'ODbL-1.0 and others, by source',
    url: 'https://github.com/pelias/pelias/blob/master/data_licenses.md',
  },
};
