import t from 'tap';
import { readAuLocalities } from '../../../src/pack/gazetteer/au-postcodes.js';
import { confirmedByTowns, confirmedPoint } from '../../../src/pack/gazetteer/confirmed-point.js';
import { kmBetween } from '../../../src/pack/gazetteer/draft.js';
import { readUsZips, readZipCentres } from '../../../src/pack/gazetteer/us-zips.js';

const at = (lat: number, lng: number) => ({ lat, lng });

t.test('the first point counts that another source or a neighbour confirms', async (t) => {
  const [best, wrong, near, neighbour] = [
    at(61.2, -149.9),
    at(65.3, -166),
    at(61.21, -149.8),
    at(61.4, -149.5),
  ];
  t.equal(confirmedPoint([best, near]), best, 'sources agree');
  t.equal(confirmedPoint([wrong, best, near]), best, 'two against one');
  t.equal(confirmedPoint([wrong, best], [neighbour]), best, 'a neighbour against one');
  t.equal(confirmedPoint([wrong, best]), wrong, 'one against one: the better source');
  t.equal(confirmedPoint([best]), best, 'a single source');
});

t.test('a postal code far from its town and from the codes that begin so lies in the town', async (t) => {
  const code = (key: string, town: string, lat: number) => {
    return { key, town, lat, lng: 10, area1: '', area2: '' };
  };
  const postals = [
    code('de10115', 'Here', 52),
    code('de10117', 'Here', 52.1),
    code('de10119', 'Wrong', 48),
    // Its only known namesake is elsewhere.
    code('de10178', 'Unknown', 52.2),
    code('de10179', 'Nowhere', 47),
  ];
  const towns: Record<string, { lat: number; lng: number }[]> = {
    Here: [at(52, 10)],
    Wrong: [at(40, 10), at(52, 10)],
    Unknown: [at(48, 10)],
  };
  const confirmed = confirmedByTowns('test', postals, ({ town }) => towns[town] ?? [], 2);
  t.same(
    confirmed.map(({ lat }) => lat),
    [52, 52.1, 52, 52.2, 47],
  );
});

t.test('no ZIP of Alaska lies over 100 km from its town, neither as a point nor as an area', async (t) => {
  const [anchorage, fairbanks] = [at(61.2181, -149.9003), at(64.8378, -147.7164)];
  const zips = new Map(readUsZips().map((zip) => [zip.zip, zip]));
  const centres = readZipCentres();
  for (const [zip, town] of [
    ['99503', anchorage],
    ['99519', anchorage],
    ['99701', fairbanks],
  ] as const) {
    t.ok(kmBetween(zips.get(zip)!, town) < 40, zip);
    const centre = centres.get(zip);
    if (centre) t.ok(kmBetween(centre, town) < 40, `area of ${zip}`);
  }
  t.equal(centres.size > 33_000, true, 'each ZIP of the Census Bureau has an area');
});

t.test('a locality geocoded at a namesake lies in its postcode, a remote one stays there', async (t) => {
  const localities = readAuLocalities();
  const placeOf = (postcode: string, name: string) =>
    localities.find((locality) => locality.postcode === postcode && locality.name === name)!;
  t.ok(kmBetween(placeOf('4860', 'Njatjan'), at(-17.52, 146.03)) < 60, 'beside Innisfail, not in Brisbane');
  t.ok(kmBetween(placeOf('4655', 'Happy Valley'), at(-25.29, 152.83)) < 60, 'Hervey Bay, not Mount Isa');
  t.ok(
    kmBetween(placeOf('6431', 'Warburton'), at(-26.13, 126.58)) < 60,
    'Warburton, 560 km from the next town',
  );
});
