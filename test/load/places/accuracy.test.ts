import t from 'tap';
import { accuracyOf, judge, type Locate } from '../../../load/places/accuracy.js';
import type { LabelledAddress, Trap } from '../../../load/places/labelled.js';
import { caughtBy } from '../../../load/places/traps.js';
import type { Place } from '../../../src/geo/gazetteer/place.js';

/** A kilometre in degrees on the equator, where a degree is 111.19 km. */
const KM = 1 / 111.195;

const placeAt = (lng: number, more: Partial<Place> = {}): Place => ({
  lat: 0,
  lng,
  precision: 'city',
  country: 'GA',
  contradiction: null,
  ...more,
});

/** A geocoder that places 'x 12' twelve kilometres east of the origin and refuses all else. */
const locate: Locate = ({ city }) => {
  const km = /^x (\d+)$/.exec(city)?.[1];
  return km
    ? placeAt(Number(km) * KM)
    : { code: 'address_unknown', message: `city '${city}' is not known; did you mean Zürich?`, part: 'city' };
};

const address = (city: string): LabelledAddress => ({
  city,
  lat: 0,
  lon: 0,
  in: 'GA',
  kind: 'toy',
  source: 'shop',
});

t.test('shares are of all addresses, by distance', async (t) => {
  const judged = judge(
    locate,
    ['x 0', 'x 9', 'x 11', 'x 24', 'x 26', 'x 99', 'x 101', 'elsewhere'].map((city) => address(city)),
  );
  t.same(accuracyOf(judged), {
    addresses: 8,
    within10Km: 2 / 8,
    within25Km: 4 / 8,
    refused: 1 / 8,
    over100Km: 1 / 8,
  });
  t.same(
    judged.map(({ km }) => km && Math.round(km)),
    [0, 9, 11, 24, 26, 99, 101, null],
  );
});

t.test('the option default_country goes with its row', async (t) => {
  const asked: (string | null)[] = [];
  const listening: Locate = (_, defaultCountry) => {
    asked.push(defaultCountry);
    return placeAt(0);
  };
  judge(listening, [address('a'), { ...address('b'), default_country: 'US' }]);
  t.same(asked, [null, 'US']);
});

t.test('a trap catches each forbidden outcome', async (t) => {
  const near = { lat: 0, lon: 0, within_km: 25 };
  const faultOf = (trap: Omit<Trap, 'kind'>, by = locate) =>
    caughtBy(by, [{ kind: 'toy', ...trap }])[0]?.fault ?? null;
  t.equal(
    faultOf({ city: 'Zurch', expect: 'refused', suggests: ['Zurigo', 'Zurich'] }),
    null,
    'accents of suggestions are free',
  );
  t.equal(faultOf({ city: 'Zurch', expect: 'refused', suggests: ['Bern'] }), 'does not suggest Bern');
  t.equal(faultOf({ city: 'x 1', expect: 'refused' }), 'placed');
  t.equal(faultOf({ city: 'x 1', expect: 'placed', ...near }), null);
  t.equal(faultOf({ city: 'x 30', expect: 'placed', ...near }), '30 km off');
  t.equal(faultOf({ city: 'y', expect: 'placed', ...near }), 'refused');
  t.equal(faultOf({ city: 'x 1', expect: 'not elsewhere', ...near }), null);
  t.equal(faultOf({ city: 'y', expect: 'not elsewhere', ...near }), null);
  t.equal(faultOf({ city: 'x 30', expect: 'not elsewhere', ...near }), '30 km off');
  t.equal(faultOf({ city: 'y', expect: 'noted' }), null);
  t.equal(faultOf({ city: 'x 1', expect: 'noted' }), 'placed without a note');
  t.equal(
    faultOf({ city: 'x 1', expect: 'noted' }, () => placeAt(0, { contradiction: 'ZIP and state' })),
    null,
  );
  t.equal(faultOf({ city: 'x 1', expect: 'state', ...near }), 'placed as city');
  t.equal(
    faultOf({ state: 'x', expect: 'state', ...near }, () => placeAt(0, { precision: 'state' })),
    null,
  );
});
