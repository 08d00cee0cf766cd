import type { InferenceAnswer, InferRequest, InferredColumn } from './inference.js';
import { anyOf } from './languages/index.js';

/** In doubt the earlier field. */
const FIELDS = [
  'lat',
  'lng',
  'lat_lng',
  'name',
  'street',
  'street2',
  'full_address',
  'city',
  'state',
  'county',
  'zip',
  'country',
  'category',
] as const;
const PATTERNS = FIELDS.map((field) => {
  return [new RegExp(`^(?:${anyOf(({ patterns }) => patterns[field])})$`), field] as const;
});

const CONFIDENCE = 0.6;

/**
 * Reads columns by their names alone, when no inferrer answers. Leftmost columns first, each field once;
 * linear in the length of the names.
 */
export function matchPatterns({ headers, open, taken }: InferRequest): InferenceAnswer {
  const gone = new Set<string>(taken);
  const isOpen = new Set(open);
  const columns = headers.map((header, index): InferredColumn => {
    const folded = isOpen.has(index) ? fold(header) : '';
    const field = PATTERNS.find(([pattern, label]) => !gone.has(label) && pattern.test(folded))?.[1];
    if (field === undefined) return { label: 'custom', confidence: 0.5, why: 'no pattern fits' };
    gone.add(field);
    return { label: field, confidence: CONFIDENCE, why: 'the name fits a pattern' };
  });
  return { columns, houseNumber: null, swapped: false };
}

const fold = (header: string): string =>
  header
    .slice(0, 60)
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
