import t from 'tap';
import type { Locate } from '../../../load/places/accuracy.js';
import { figuresOf, sharesOf } from '../../../load/places/towns.js';
import type { Place } from '../../../src/geo/gazetteer/place.js';
import { locate } from '../../geo/gazetteer/geocoder-of-build.js';

t.test('an address is wrong in another country, over 100 km off, or where it has no place', async (t) => {
  const at = (lat: number, country: string): Place => {
    return { lat, lng: 0, precision: 'postal', country, contradiction: null };
  };
  const answers: Record<string, ReturnType<Locate>> = {
    right: at(10.5, 'US'),
    territory: at(10, 'PR'),
    far: at(11, 'US'),
    abroad: at(10, 'DE'),
    refused: { code: 'address_unknown', message: '', part: null },
  };
  const known = (city: string, lat = 10) => ({ query: { city }, country: 'US', lat, lon: 0 });
  const addresses = [...Object.keys(answers).map((city) => known(city)), known('right', Number.NaN)];
  addresses.push(known('refused', Number.NaN), known('right'));
  t.same(
    sharesOf(({ city }) => answers[city]!, addresses, null),
    { addresses: 8, wrong: 3 / 8, refused: 1 / 8 },
  );
});

t.test('towns with their codes and addresses of large cities are placed as the goals say', async (t) => {
  for (const { what, shares, goalOf, goal } of figuresOf((address, country) => locate(address, country))) {
    t.ok(shares.addresses > 300, what);
    t.ok(shares[goalOf] <= goal, `${what}: ${shares[goalOf]} is at most ${goal}`);
    // Otherwise refusing all hard addresses would pass.
    t.ok(shares.refused <= 0.03, `${what}: ${shares.refused} are refused`);
  }
});
