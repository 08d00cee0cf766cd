import type { Concept } from './concepts.js';
import { HeaderDraft } from './header-draft.js';
import type { Language } from './languages/index.js';
import { readCoordinates } from './read-coordinates.js';
import { readKind } from './read-kind.js';
import { readMedia } from './read-media.js';
import { readNumbers } from './read-numbers.js';
import { readPlace } from './read-place.js';
import { conceptsOf, type HeaderMeaning } from './reading.js';
import type { Word } from './tokens.js';

/** Names of the globe that say nothing of the axis. */
const SILENT = /^(?:wgs|gps|geo)\d*$/;
/** Concepts that are none of the fields, whatever stands beside them. */
const BLOCKING: readonly Concept[] = [
  'phone',
  'email',
  'website',
  'hours',
  'date',
  'count',
  'quantity',
  'flag',
  'person',
  'description',
];

/** Each either finishes the reading or leaves it to the next. */
const STAGES: readonly ((draft: HeaderDraft) => boolean)[] = [
  readSilent,
  readCoordinates,
  readMedia,
  readBlocking,
  readNumbers,
  readKind,
  readPlace,
];

/**
 * Reads a header that has been split into words. `prefixes` are unknown first words that several headers
 * share.
 */
export function readHeader(
  words: readonly Word[],
  language: Language | null,
  prefixes: ReadonlySet<string>,
): HeaderMeaning {
  const draft = new HeaderDraft(words, language, prefixes);
  STAGES.some((stage) => stage(draft));
  return draft.reading;
}

/** Headers that say nothing leave it to the values. */
function readSilent({ words, known, unknown, reading }: HeaderDraft): boolean {
  reading.unknown =
    known.length === 0 && (unknown > 0 || words.every(({ key }) => SILENT.test(key) || /^\d+$/.test(key)));
  return reading.unknown;
}

function readBlocking(draft: HeaderDraft): boolean {
  const { words, language } = draft;
  const place = draft.has(
    'address',
    'street',
    'settlement',
    'municipality',
    'locality',
    'zip',
    'country',
    'level1',
    'level2',
    'line2',
    'houseno',
  );
  if (
    draft.has(...BLOCKING) &&
    !(draft.has('kind', 'country', 'zip') && !draft.has('phone', 'count', 'quantity', 'date', 'hours'))
  ) {
    // `principal` is a head teacher and a main address; a word that is both loses to the place beside it.
    const doubtful = words.every((word) => {
      const own = conceptsOf(word, language);
      return (
        own.length === 0 ||
        !own.some((concept) => BLOCKING.includes(concept)) ||
        own.some((concept) => !BLOCKING.includes(concept))
      );
    });
    if (!(doubtful && (place || draft.has('name', 'entity', 'org')))) return draft.block();
  }
  return false;
}
