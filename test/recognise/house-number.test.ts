import t from 'tap';
import { profileColumn } from '../../src/recognise/column.js';
import { findHouseNumber } from '../../src/recognise/house-number.js';
import { inferColumns } from '../../src/recognise/infer.js';
import { readHeader } from '../../src/recognise/read-header.js';
import type { Candidate } from '../../src/recognise/score.js';

const houseNumber = (headers: string[], ...rows: string[][]) => inferColumns({ headers, rows }).houseNumber;

t.test('a column of house numbers belongs to the street', async (t) => {
  t.strictSame(houseNumber(['Numéro', 'Rue', 'Ville'], ['17', 'rue Alésia', 'Paris']), {
    street: 1,
    number: 0,
  });
  t.strictSame(houseNumber(['Straat', 'Huisnummer'], ['Gordelpad', '62A']), { street: 0, number: 1 });
  t.strictSame(houseNumber(['Rua', 'Número'], ['Rua das Flores', 's/n']), { street: 0, number: 1 });
});

t.test('streets that have their numbers need none', async (t) => {
  t.equal(houseNumber(['Straße', 'Hausnummer'], ['Hauptstr. 5', '5']), null);
});

t.test('numbers that are no house numbers stay out', async (t) => {
  t.equal(houseNumber(['Rue', 'Numéro'], ['rue Alésia', '2023-000123-A']), null);
  t.equal(houseNumber(['Name', 'Hausnummer'], ['A', '5']), null, 'there is no street');
});

/**
 * A column whose header says so much for a house number, and of whose ten values so many are such, or streets
 * with one.
 */
function column(
  index: number,
  houseNumber: number,
  houseNumbers: number | null,
  streetNumbers = 0,
): Candidate {
  const profile = profileColumn([], 0);
  return {
    index,
    reading: { ...readHeader([], null, new Set()), houseNumber },
    profile: {
      ...profile,
      count: houseNumbers === null ? 0 : 10,
      houseNumber: (houseNumbers ?? 0) / 10,
      streetNumber: streetNumbers / 10,
    },
  };
}
const found = (
  columns: readonly Candidate[],
  {
    open = columns.map((_, i) => i),
    labelled = [['street', 0]],
  }: { open?: readonly number[]; labelled?: readonly (readonly [string, number])[] } = {},
): number | null => findHouseNumber(columns, new Set(open), new Map(labelled))?.number ?? null;

t.test('of several the likeliest header wins, then the nearest to the street, then the first', async (t) => {
  const street = column(0, 0, 0);
  t.equal(found([street, column(1, 0.9, 10), column(2, 0.9, 10)]), 1);
  t.equal(
    found(
      [column(0, 0.9, 10), street, column(2, 0.9, 10)].map((c, index) => ({ ...c, index })),
      { labelled: [['street', 1]] },
    ),
    0,
  );
  t.equal(found([street, column(1, 0.55, 10), column(2, 0.9, 10)]), 2);
  t.equal(found([street, column(1, 0.7, 10), column(2, 0.7, 10)]), 1);
  // 0.02 for each column between, for ten at most.
  const far = (at: number): Candidate[] =>
    Array.from({ length: at + 1 }, (_, i) => column(i, i === 1 ? 0.71 : i === at ? 0.9 : 0, 10));
  t.equal(found(far(9)), 9);
  t.equal(found(far(11)), 11, 'the tenth and the hundredth column are equally far');
  t.equal(found(far(40)), 40);
  const nearer = (at: number): Candidate[] =>
    Array.from({ length: at + 1 }, (_, i) => column(i, i === 1 ? 0.8 : i === at ? 0.9 : 0, 10));
  t.equal(found(nearer(5)), 5);
  t.equal(found(nearer(7)), 1);
});

t.test('seven of ten values are enough, and none at all', async (t) => {
  const street = column(0, 0, 0);
  t.equal(found([street, column(1, 0.9, 7)]), 1);
  t.equal(found([street, column(1, 0.9, 6)]), null);
  t.equal(found([street, column(1, 0.9, null)]), 1);
});

t.test('when six of ten streets have their numbers there is none', async (t) => {
  const number = column(1, 0.9, 10);
  t.equal(found([column(0, 0, 0, 5), number]), 1);
  t.equal(found([column(0, 0, 0, 6), number]), null);
  t.equal(found([number], { open: [1], labelled: [['street', 7]] }), 1, 'the street stands elsewhere');
});

t.test('a column that is closed, or is a field, is none', async (t) => {
  const columns = [column(0, 0, 0), column(1, 0.9, 10)];
  t.equal(found(columns, { open: [0] }), null);
  t.equal(
    found(columns, {
      labelled: [
        ['street', 0],
        ['zip', 1],
      ],
    }),
    null,
  );
  t.equal(found(columns, { labelled: [['city', 0]] }), null);
  t.equal(found([column(0, 0, 0), column(1, 0, 10)]), null);
});
