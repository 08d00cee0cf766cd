import t from 'tap';
import { addPlaced, countPlaced, zeroPlacedCounts } from '../../../src/import/place/placing-counts.js';
import { placingNotes } from '../../../src/import/report/placing-notes.js';

t.test('of rows at their own coordinates nothing is said', async (t) => {
  const placed = zeroPlacedCounts();
  countPlaced(placed, { by: 'coordinates', area: null, contradiction: null }, 1);
  t.same(placingNotes(placed), []);
});

t.test('rows that have expired are told: nothing shows their markers', async (t) => {
  const placed = zeroPlacedCounts();
  const more = zeroPlacedCounts();
  placed.expired = 1;
  t.same(placingNotes(placed), [
    '1 row has an expire date that has passed: the marker that it makes is in no list, search or picture.',
  ]);
  more.expired = 1_999;
  addPlaced(placed, more);
  t.match(placingNotes(placed), [/^2,000 rows have an expire date that has passed: the markers that they /]);
});

t.test('rows are counted by what placed them, and by what became of their areas', async (t) => {
  const placed = zeroPlacedCounts();
  const more = zeroPlacedCounts();
  for (let i = 0; i < 1_100; i++)
    countPlaced(placed, { by: 'postal', area: 'approximate', contradiction: null }, 1);
  for (let i = 0; i < 20; i++) countPlaced(more, { by: 'city', area: 'exact', contradiction: null }, 1);
  countPlaced(more, { by: 'state', area: 'none', contradiction: null }, 1);
  addPlaced(placed, more);
  t.same(placingNotes(placed), [
    '1,121 rows were placed by their address: 1,100 by postal code, 20 by city, 1 by state.',
    '1,120 rows became areas, 1,100 of them approximated from postal centroids (region_source begins with approx/).',
    '1 row became a pin, as no area was found for it.',
  ]);
});

t.test('contradictions are counted, and the first three are told', async (t) => {
  const placed = zeroPlacedCounts();
  const more = zeroPlacedCounts();
  countPlaced(placed, { by: 'postal', area: null, contradiction: 'ZIP 1 is in A, not B' }, 1);
  for (const zip of [2, 3, 4])
    countPlaced(more, { by: 'postal', area: null, contradiction: `ZIP ${zip} is in A, not B` }, 1);
  t.equal(placingNotes(placed)[1], '1 row has an address that contradicts itself: ZIP 1 is in A, not B.');
  addPlaced(placed, more);
  t.equal(
    placingNotes(placed)[1],
    '4 rows have addresses that contradict themselves: ZIP 1 is in A, not B; ZIP 2 is in A, not B; ZIP 3 is in A, not B; …',
  );
});

t.test(
  'rows that look exchanged are counted apart: those that were placed, and those that were rejected',
  async (t) => {
    const placed = zeroPlacedCounts();
    const more = zeroPlacedCounts();
    const row = { by: 'coordinates', area: null, contradiction: null } as const;
    countPlaced(placed, { ...row, exchanged: '"A" (13.4, 52.5)' }, 1);
    placed.exchanged.rejected = 1;
    t.same(placingNotes(placed), [
      '1 row looks as if latitude and longitude were exchanged: "A" (13.4, 52.5). It was placed as written, in no country or in another than the row names. ' +
        'If the other way round is right, delete the marker, exchange the two in the file and import the row again.',
      '1 rejected row looks as if latitude and longitude were exchanged. Exchange the two in the file of errors_url and import that.',
    ]);
    for (const name of ['B', 'C', 'D']) countPlaced(more, { ...row, exchanged: `"${name}" (8.8, 53.1)` }, 1);
    more.exchanged.rejected = 1_000;
    addPlaced(placed, more);
    t.match(placingNotes(placed), [
      /^4 rows look .*: "A" \(13.4, 52.5\), "B" \(8.8, 53.1\), "C" \(8.8, 53.1\), … They were placed as written/,
      /^1,001 rejected rows look /,
    ]);
  },
);

t.test('doubtful coordinates are counted, and the lines of the first ten are told', async (t) => {
  const placed = zeroPlacedCounts();
  const more = zeroPlacedCounts();
  const row = { by: 'coordinates', area: null, contradiction: null } as const;
  countPlaced(placed, { ...row, doubt: 'elsewhere' }, 7);
  countPlaced(placed, { ...row, doubt: 'zeros' }, 9);
  t.match(placingNotes(placed), [
    /^1 row has coordinates in another country than the one that it names, or far from all \(line 7\)\. The coordinates counted/,
    /^1 row has the coordinates 0, 0 beside an address \(line 9\)/,
  ]);
  for (let line = 10; line < 30; line++) countPlaced(more, { ...row, doubt: 'elsewhere' }, line);
  addPlaced(placed, more);
  t.match(placingNotes(placed)[0], /^21 rows have .* \(lines 7, 10, 11, 12, 13, 14, 15, 16, 17, 18, …\)/);
});
