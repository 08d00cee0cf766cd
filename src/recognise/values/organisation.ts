import { onFirstUse } from '../../base/on-first-use.js';
import { wordsOf } from '../languages/index.js';
import { lexicon } from '../lexicon.js';
import type { Cell } from './cell.js';

const MAX_WORDS = 12;

const LEGAL_FORMS = wordsOf(({ values }) => values.legalForms);

/** Words for places and organisations in any of the languages, and legal forms. */
const namingWords = onFirstUse(
  (): ReadonlySet<string> =>
    new Set([
      ...LEGAL_FORMS,
      ...[...lexicon()]
        .filter(
          ([key, senses]) => key.length >= 3 && [...senses.values()].some((all) => all.includes('entity')),
        )
        .map(([key]) => key),
    ]),
);

/** True when a word tells that the cell names a place or an organisation: `Hospital X`, `Y GmbH`. */
export const namesOrganisation = ({ words }: Cell): boolean =>
  words.slice(0, MAX_WORDS).some((word) => namingWords().has(word));
