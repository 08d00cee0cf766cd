import { fold } from '../fold.js';
import { LEXICON } from '../vocabulary/index.js';

const LEGAL_FORMS = new Set(
  'gmbh ag kg ohg ug ev eg inc llc ltd plc corp co sa sl sas sarl srl spa snc bv nv vof lda ltda eireli cv sab saint st st. san santa sainte sankt the'.split(
    ' ',
  ),
);

/** True when a word of the text tells that it names a place or an organisation: `Hospital X`, `Y GmbH`. */
export function namesOrganisation(text: string): boolean {
  return fold(text.slice(0, 80))
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => {
      if (LEGAL_FORMS.has(word)) return true;
      if (word.length < 3) return false;
      const senses = LEXICON.get(word);
      if (!senses) return false;
      for (const concepts of senses.values()) if (concepts.includes('entity')) return true;
      return false;
    });
}
