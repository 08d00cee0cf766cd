import type { HeaderDraft } from './header-draft.js';
import { anyOf } from './languages/index.js';

const CONTACTS = new RegExp(`^(?:${anyOf(({ headers }) => headers.contacts)})`);

/** Claims headers that name the row. @param levels whether the header names an administrative level */
export function addNames(draft: HeaderDraft, levels: boolean): void {
  const { reading, words, unknown } = draft;
  const { fields } = reading;
  // `entidad` is a state or an organisation.
  const either = words.length === 1 && draft.has('org');
  if ((levels && !either) || draft.has('zip', 'country', 'street')) return;
  if (draft.has('last')) draft.claim('name', 0.55);
  else if (draft.has('first'))
    draft.claim(
      'name',
      draft.has('name') && !draft.has('entity', 'org') && !draft.has('contact') ? 0.45 : 0.44,
    );
  else if (draft.has('neighbourhood')) draft.claim('name', 0.35);
  else if (draft.has('contact') && draft.hasWord(CONTACTS)) draft.claim('name', 0.4);
  else if (draft.has('owner')) draft.claim('name', 0.52);
  else if (draft.has('fullname')) draft.claim('name', 0.7);
  else if (draft.has('name')) {
    const secondary = reading.line > 1 ? 0.4 : 0;
    draft.claim(
      'name',
      (draft.has('entity', 'org') ? 0.97 : 0.96) - secondary - (draft.has('alternative') ? 0.12 : 0),
    );
    // `LA name`, `gem_naam`: the name of something else, perhaps.
    if (unknown > 0 && !draft.has('entity', 'org')) fields.set('name', fields.get('name')! - 0.12);
  } else if (draft.has('org')) draft.claim('name', 0.88 - (reading.line > 1 ? 0.4 : 0));
  else if (draft.has('entity')) draft.claim('name', 0.78 - (reading.line > 1 ? 0.3 : 0));
}
