import t from 'tap';
import { isPlacedAlike } from '../../../load/places/own-lists.js';
import { addressesOf, WRITINGS } from '../../../load/places/whole-addresses.js';
import { locate } from '../../geo/gazetteer/geocoder-of-build.js';

t.test('an address in one cell is placed where its columns are, as 23 countries write it', (t) => {
  for (const writing of WRITINGS) {
    const addresses = addressesOf(writing).filter(
      ({ parts }) => !('code' in locate(parts, parts.country === '' ? writing.code : null)),
    );
    t.ok(addresses.length >= 40, `${writing.code}: ${addresses.length} are placed by their columns`);
    const others = addresses.filter((address) => !isPlacedAlike(locate, address, writing.code));
    t.same(
      others.map(({ whole }) => whole),
      [],
      writing.code,
    );
  }
  t.end();
});
