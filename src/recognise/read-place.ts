import { addLevels } from './add-levels.js';
import type { HeaderDraft } from './header-draft.js';
import { anyOf } from './languages/index.js';
import { addNames } from './read-names.js';

const WHOLE = new RegExp(anyOf(({ headers }) => headers.whole));

/** Reads address, levels and names, for headers that are no number and no kind. */
export function readPlace(draft: HeaderDraft): boolean {
  const { reading, words, known, unknown } = draft;
  const { fields } = reading;
  if (draft.has('line2') || (draft.has('address', 'street') && reading.line === 2)) {
    draft.claim('street2', 0.9);
    return true;
  }
  if (draft.has('address', 'street') && reading.line > 2) return draft.block();
  // `St Suffix`, `Street Prefix`
  if (draft.has('first') && draft.has('street', 'level1')) return draft.block();
  const levels = addLevels(draft);
  if (draft.has('zip') && !levels) {
    draft.claim('zip', draft.has('name') ? 0.6 : 0.95);
    // `Ufficio postale`, `Postal station`
    if (draft.has('entity')) draft.claim('name', 0.5);
  }
  if (draft.has('zip') && levels) {
    // `PLZ Ort`: both in one cell is neither.
    reading.levels.length = 0;
    // `CP_ville` and `PLZ/Ort` may hold either, and the values decide; without values neither is taken for a
    // postal code.
    draft.claim('zip', draft.hasWord(/^(?:code|postal)$/) ? 0.7 : 0.54);
    return true;
  }
  if ((draft.has('country') || draft.has('land')) && !draft.has('settlement', 'municipality')) {
    draft.claim('country', draft.has('level1') && !draft.has('country') ? 0.6 : 0.93);
    if (draft.has('land') && !draft.has('country'))
      reading.levels.push({ rank: 1, strength: 0.55, word: 'land' });
  }
  if (draft.has('street') && !levels && !draft.has('zip', 'country'))
    draft.claim('street', reading.line === 1 ? 0.97 : 0.95);
  if (draft.has('address') && !levels && !draft.has('zip', 'country') && !draft.has('street')) {
    const full = draft.hasWord(WHOLE);
    draft.claim('street', full ? 0.7 : reading.line === 1 ? 0.96 : 0.9);
    draft.claim('full_address', full ? 0.93 : 0.88);
    if (draft.has('name') && !draft.has('street')) draft.claim('name', 0.3);
    return true;
  }
  if (draft.has('location') && fields.size === 0 && !levels) {
    draft.claim('lat_lng', 0.75);
    draft.claim('full_address', 0.7);
    draft.claim('street', 0.55);
    if (words.length === 1) draft.claim('city', 0.5);
    draft.claim('name', draft.has('name') ? 0.88 : 0.5);
    return true;
  }
  if (fields.size === 0 || (fields.size === 1 && fields.has('category'))) addNames(draft, levels);
  if (draft.has('status') && fields.size === 0)
    draft.claim('category', known.length === 1 && unknown === 0 ? 0.42 : 0.2);
  if (draft.has('neighbourhood') && reading.levels.length === 0 && !draft.has('name', 'entity')) {
    fields.clear();
    draft.claim('name', 0.3);
  }
  return fields.size > 0 || reading.levels.length > 0 || draft.block();
}
