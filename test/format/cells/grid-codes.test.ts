import t from 'tap';
import { gridCodeIn, readGeohash, readGridCode, readUtm } from '../../../src/format/cells/grid-codes.js';

t.test('codes of grids are known by their form', async (t) => {
  for (const [text, name] of [
    ['32U 691607 5334760', 'UTM coordinate'],
    ['32 U 691607.5, 5334760.1', 'UTM coordinate'],
    ['UTM 33N 391545E 5820045N', 'UTM coordinate'],
    ['32U PU 91607 34760', 'MGRS reference'],
    ['4QFJ12345678', 'MGRS reference'],
    ['8FWH4HX8+9C', 'Plus Code'],
    ['691607E 5334760N 32U', 'UTM coordinate'],
    ['4HX8+9C Paris', 'short Plus Code'],
    ['///filled.count.soap', 'what3words address'],
  ] as const)
    t.equal(gridCodeIn(text, 'place'), name, text);
  t.equal(gridCodeIn('u33dc0cpke7v', 'Geohash'), 'geohash');
  for (const text of ['SU 387 148', 'su387148', 'NN1671'])
    t.equal(gridCodeIn(text, 'Grid Reference'), 'British grid reference', text);
  for (const text of ['SU 387 14', 'SU38714', 'SI387148'])
    t.equal(gridCodeIn(text, 'Grid Reference'), null, text);
  t.equal(gridCodeIn('SU387148', 'Article'), null);
  t.match(readGridCode('TC 12 34'), /there is no square TC/);
  for (const text of [
    'u33dc0cpke7v',
    '52.5',
    '12 Main St',
    '32U PU 9160 34760',
    '10115 Berlin',
    '+49 30 1234',
    '2024+01',
    'A+B',
    '',
  ])
    t.equal(gridCodeIn(text, 'place'), null, text);
});

t.test('codes are read as published points', async (t) => {
  for (const [text, lat, lng] of [
    // CN Tower, Honolulu, Washington Monument, Eiffel Tower.
    ['17T 630084 4833438', 43.642562, -79.387143],
    ['17TPJ3008433438', 43.642562, -79.387143],
    ['4QFJ12345678', 21.309433, -157.916867],
    ['18S UJ 2348 0647', 38.88947, -77.03524],
    // The Ordnance Survey's example.
    ['TG 51409 13177', 52.657978, 1.716053],
    ['TG5140913177', 52.657978, 1.716053],
    ['8FW4V75V+8Q', 48.858313, 2.294438],
    ['8FW4V75V+8Q Paris', 48.858313, 2.294438],
  ] as const) {
    const point = readGridCode(text);
    t.ok(
      point !== null &&
        typeof point !== 'string' &&
        Math.abs(point.lat - lat) < 6e-5 &&
        Math.abs(point.lng - lng) < 6e-5,
      `${text} ${JSON.stringify(point)}`,
    );
  }
  const hash = readGeohash('u4pruydqqvj') as { lat: number; lng: number };
  t.same([hash.lat.toFixed(5), hash.lng.toFixed(5)], ['57.64911', '10.40744']);
  t.same(readUtm('WGS 84 / UTM zone 17N', '630084', '4833438,0'), readGridCode('17T 630084 4833438'));
  for (const [zone, hemisphere] of [
    ['17', 'Northern'],
    ['17T', 'N'],
    ['17N', 'n'],
  ] as const)
    t.same(readUtm(zone, '630084', '4833438', hemisphere), readGridCode('17T 630084 4833438'));
  t.same(readUtm('18S', '323000', '4306000', 'north'), readGridCode('18 north 323000 4306000'));
  t.same(readUtm('18S', '323000', '4306000', 'S'), readGridCode('18 south 323000 4306000'));
});

t.test('a code that is no point says why', async (t) => {
  for (const [text, why] of [
    ['4HX8+9C', /short Plus Code: its first four characters/],
    ['4HX8+9C Paris', /short Plus Code/],
    ['8F000000+', /too large for a place/],
    ['X2222222+22', /no Plus Code that exists/],
    ['61N 500000 10', /zones are 1 to 60/],
    ['0N 500000 10', /zones are 1 to 60/],
    ['32U 5334760 691607', /easting stands before the northing/],
    ['32U 691607 10000001', /northings are at most/],
    ['32T 691607 5334760', /letter T is for latitudes from 40 to 48, and the northing is at 48.1/],
    ['18S 440000 4100000', /two readings.*write 18 north or 18 south/],
    ['32N 500000 9990000', /near a pole/],
    ['32U AU 91607 34760', /zone 32 has no square AU/],
    ['61U PU 91607 34760', /zones are 1 to 60/],
  ] as const)
    t.match(readGridCode(text), why, text);
  t.match(readGridCode('30S 440000 4100000'), { lat: 37.04430389187559 }, 'the south is the sea');
  t.match(readGridCode('33S 440000 6100000'), { lat: -35.241281095997 }, 'the band has no such northing');
  t.match(readGeohash('u4p'), /too large/);
  t.equal(readGeohash('u4a'), null);
  t.match(readUtm('32', '691607', '5334760'), /names no hemisphere/);
  t.match(readUtm('32', '691607', '5334760', 'up'), /has the hemisphere 'up'|has the hemisphere "up"/);
  t.match(readUtm('32U', '691607', '5334760', 'S'), /letter U of its zone is not south/);
  t.match(readUtm('here', '691607', '5334760'), /no zone of UTM/);
  t.match(readUtm('32N', '691.607.0', '5334760'), /no number of metres/);
  for (const text of ['', '52.5, 13.4', '2024+01', 'A+B', '32U PU 9160 34760', 'u4pruydqqvj'])
    t.equal(readGridCode(text), null, text);
});
