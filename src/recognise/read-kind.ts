import type { HeaderDraft } from './header-draft.js';
import { anyOf, wordsOf } from './languages/index.js';

const MAIN_KINDS: ReadonlySet<string> = new Set(wordsOf(({ headers }) => headers.mainKinds));
const MINOR_KINDS = new RegExp(`^(?:${anyOf(({ headers }) => headers.minorKinds)})`);

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
