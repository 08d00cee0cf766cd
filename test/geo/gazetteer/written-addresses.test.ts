import t from 'tap';
import { kmBetween } from '../../../load/places/accuracy.js';
import { locate } from './geocoder-of-build.js';
import { addressesOf, WRITINGS } from './written-addresses.js';

/** A whole address is placed as its columns are where both lie this near to each other. */
const SAME_KM = 25;

t.test('an address in one cell is placed where its columns are, as 23 countries write it', async (t) => {
  for (const writing of WRITINGS) {
    const placed = addressesOf(writing).flatMap(({ whole, parts }) => {
      // Default country of an address that names none.
      const country = parts.country === '' ? writing.code : null;
      const bySplit = locate(parts, country);
      return 'code' in bySplit ? [] : [{ whole, bySplit, answer: locate({ street: whole }, country) }];
    });
    t.ok(placed.length >= 40, `${writing.code}: ${placed.length} are placed by their columns`);
    const others = placed.filter(
      ({ bySplit: { lat, lng }, answer }) =>
        'code' in answer || kmBetween(answer, { lat, lon: lng }) > SAME_KM,
    );
    t.same(
      others.map(({ whole }) => whole),
      [],
      writing.code,
    );
  }
});
