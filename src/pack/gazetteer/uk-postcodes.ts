import { nameKey } from '../../geo/gazetteer/name-key.js';
import { UK_POST_TOWNS } from './data/uk-post-towns.js';
import type { DraftPlace, DraftPostal } from './draft.js';
import type { PlaceIndex } from './place-index.js';

/** Islands that are countries in GeoNames. */
const ISLANDS: Readonly<Record<string, string>> = { GY: 'GG', JE: 'JE', IM: 'IM' };

/** Extent of an area: a city and the counties around it. */
const AREA_KM = 150;

/** Postcode areas ("SW", "EH") with their towns, the most populous of the name. */
function readUkAreas(index: PlaceIndex): { area: string; town: DraftPlace }[] {
  return UK_POST_TOWNS.split(';').map((entry) => {
    const [area = '', name = ''] = entry.split('=');
    const namesakes = index.named(ISLANDS[area] ?? 'GB', nameKey(name));
    if (namesakes.length === 0) throw new Error(`no post town ${name}`);
    return {
      area,
      town: namesakes.reduce((best, place) => (place.population > best.population ? place : best)),
    };
  });
}

export function ukPostals(index: PlaceIndex): DraftPostal[] {
  return readUkAreas(index).map(({ area, town: { lat, lng, area1, area2, name } }) => ({
    key: `gb${area.toLowerCase()}`,
    lat,
    lng,
    area1: area1.startsWith('GB.') ? area1 : '',
    area2: area1.startsWith('GB.') ? area2 : '',
    town: name,
    spreadKm: AREA_KM,
  }));
}
