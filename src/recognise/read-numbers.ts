import { addLevels } from './add-levels.js';
import type { HeaderDraft } from './header-draft.js';
import { wordsOf } from './languages/index.js';

const PARTIES: ReadonlySet<string> = new Set(wordsOf(({ headers }) => headers.parties));

/** House numbers, codes and registers. True when the reading is final. */
export function readNumbers(draft: HeaderDraft): boolean {
  const { reading, words, known } = draft;
  const { fields } = reading;
  if (draft.has('houseno')) {
    reading.houseNumber = 0.9;
    // `Endereço/Número` may hold the street as well.
    draft.claim('street', draft.has('street') ? 0.6 : 0.45);
    return true;
  }
  const numbered = draft.has('number', 'id', 'code', 'registry');
  if (
    draft.has('number') &&
    !draft.has('code', 'id') &&
    draft.has('street', 'address') &&
    !draft.has('name')
  ) {
    reading.houseNumber = 0.7;
    draft.claim('street', 0.85);
    return true;
  }
  // `Unit #`
  if (draft.has('line2') && !draft.has('id', 'registry', 'code')) return false;
  if (numbered && !draft.has('kind')) {
    if (draft.has('zip')) draft.claim('zip', 0.9);
    else if (draft.has('country', 'land')) draft.claim('country', 0.72);
    else if (draft.has('level1', 'level2', 'region') && !draft.has('municipality', 'settlement')) {
      reading.coded = true;
      addLevels(draft);
    } else if (draft.has('municipality', 'settlement', 'locality', 'neighbourhood', 'street', 'address')) {
      reading.coded = true;
      return draft.block();
    } else if (draft.has('registry')) return draft.block();
    else if (draft.has('name') && draft.has('entity', 'org')) draft.claim('name', 0.6);
    else if (draft.has('outlet') && !words.some(({ key }) => PARTIES.has(key))) {
      draft.claim('location_code', draft.has('id') && !draft.has('number', 'code') ? 0.72 : 0.85);
    } else if (draft.has('number') && known.length === 1 && words.length === 1) {
      reading.houseNumber = 0.55;
    }
    if (fields.size === 0 && reading.houseNumber === 0 && reading.levels.length === 0) return draft.block();
    return true;
  }
  return false;
}
