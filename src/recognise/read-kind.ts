import type { HeaderDraft } from './header-draft.js';

/** Words that are the kind of a thing wherever they stand; other words of the concept `kind` come second. */
const MAIN_KINDS = new Set(
  'category categories kategorie categorie categoria type typ tipo tipologia tipologie typologie art soort kind categorias genre primarycategory maincategory categoryname'.split(
    ' ',
  ),
);
const MINOR_KINDS = /^(?:sub|tag|unter|sotto)/;

/** The category of a row. True when the reading is final. */
export function readKind(draft: HeaderDraft): boolean {
  const { reading, words, known } = draft;
  if (draft.has('kind')) {
    if (draft.has('owner', 'contact', 'person', 'street', 'houseno', 'phone', 'date', 'count'))
      return draft.block();
    if (draft.has('address') && words.length > 1) return draft.block();
    const main = words.some(({ key }) => MAIN_KINDS.has(key) || MAIN_KINDS.has(key.replace(/s$/, '')));
    const minor = reading.line > 1 || draft.has('code', 'other') || draft.hasWord(MINOR_KINDS);
    draft.claim(
      'category',
      (main ? 0.92 : 0.84) - (minor ? 0.25 : 0) - (draft.has('id', 'number') ? 0.3 : 0),
    );
    if (draft.has('entity', 'org') && !main && known.length > 1) draft.claim('name', 0.35);
    return true;
  }
  if (draft.has('kindof')) draft.claim('category', draft.has('entity', 'org') ? 0.72 : 0.52);
  if (draft.has('brand')) {
    draft.claim('category', 0.58);
    draft.claim('name', draft.has('name') ? 0.5 : 0.42);
    return true;
  }
  if (draft.has('territory')) draft.claim('category', 0.5);
  return false;
}
