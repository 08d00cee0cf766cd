import type { HeaderDraft } from './header-draft.js';
import { anyOf } from './languages/index.js';

const POINTS = new RegExp(`^(?:${anyOf(({ headers }) => headers.points)})$`);

/** Latitude, longitude, both, or an axis that the values decide. True when the reading is final. */
export function readCoordinates(draft: HeaderDraft): boolean {
  const { reading, words, known } = draft;
  if (draft.has('lat') && draft.has('lng')) {
    draft.claim('lat_lng', 0.95);
    return true;
  }
  // The breadth of a picture: `Foto breedte`.
  const isOfPicture = draft.has('photo', 'video') && draft.has('width', 'height');
  if (draft.has('lat', 'lng') && !draft.has('radius', 'count') && !isOfPicture) {
    draft.claim(draft.has('lat') ? 'lat' : 'lng', draft.has('projected') ? 0.8 : 0.95);
    // `Breite`, `lengte` measure things as well as places.
    reading.measure = draft.has('width', 'height', 'quantity') && !draft.has('plain');
    if (draft.has('url', 'status', 'kind', 'date', 'hours', 'phone', 'email')) return draft.block();
    return true;
  }
  if (draft.has('xaxis', 'yaxis') || (draft.has('north', 'east') && !draft.has('entity', 'street'))) {
    reading.axis = draft.has('xaxis', 'east') ? 'x' : 'y';
    draft.claim('lat', 0.5);
    draft.claim('lng', 0.5);
    return true;
  }
  const isPoint = draft.has('kind') && draft.hasWord(POINTS);
  if (draft.has('coordinates') && !isPoint) {
    if (draft.has('kind', 'status', 'date', 'count', 'flag', 'id')) return draft.block();
    draft.claim('lat_lng', 0.85);
    // `coordinates/0`, `geometry.coordinates[1]`
    if (/^[01]$/.test(words.at(-1)!.key)) {
      reading.axis = words.at(-1)!.key === '0' ? 'x' : 'y';
      draft.claim('lat', 0.5);
      draft.claim('lng', 0.5);
    }
    if (draft.has('location') || known.length === 1) draft.claim('full_address', 0.3);
    return true;
  }
  if (draft.has('projected')) return draft.block();
  return false;
}
