import { onFirstUse } from '../../base/on-first-use.js';
import { lexicon } from '../vocabulary/index.js';
import type { Cell } from './cell.js';

const LEGAL_FORMS =
  'gmbh ag kg ohg ug ev eg inc llc ltd plc corp co sa sl sas sarl srl spa snc bv nv vof lda ltda eireli cv sab saint st san santa sainte sankt the';
const MAX_WORDS = 12;

/** Words for places and organisations in any of the languages, and legal forms. */
const wordsOf = onFirstUse(
  (): ReadonlySet<string> =>
    new Set([
      ...LEGAL_FORMS.split(' '),
      ...[...lexicon()]
        .filter(
          ([key, senses]) => key.length >= 3 && [...senses.values()].some((all) => all.includes('entity')),
        )
        .map(([key]) => key),
    ]),
);

/** True when a word tells that the cell names a place or an organisation: `Hospital X`, `Y GmbH`. */
export const namesOrganisation = ({ words }: Cell): boolean =>
  words.slice(0, MAX_WORDS).some((word) => wordsOf().has(word));
