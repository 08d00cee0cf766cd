import t, { type Test } from 'tap';
import type { AddressQuery } from '../../../src/geo/gazetteer/place.js';
import { addressKey } from '../../../src/geo/street-level/normal-address.js';
import { Geocoding } from '../../../src/services/geocoding/geocoding.js';
import { readGeocoderUrl } from '../../../src/services/geocoding/service-url.js';
import {
  answerJson,
  type FakeGeocoder,
  type GeocoderHandler,
  housesByNumber,
  startGeocoder,
} from '../../support/geocoder.js';
import { createOwner, type Owner } from '../../support/owner.js';
import { recordLog } from '../../support/recorded-log.js';

const forEver = new AbortController().signal;

let owner: Owner;
t.before(async () => {
  owner = await createOwner(t);
});
t.beforeEach(() => owner.sql`TRUNCATE geocoded_addresses`);

const house = (number: number | string, parts: Partial<AddressQuery> = {}): AddressQuery => ({
  street: `${number} Main St`,
  city: 'Town',
  county: '',
  state: '',
  zip: '',
  country: 'US',
  ...parts,
});
const asked = (...addresses: AddressQuery[]) => new Map(addresses.map((each) => [addressKey(each), each]));

const countryCode = (text: string) => (/^(us|usa|united states)$/i.test(text) ? 'US' : null);

function geocodingOf({ nominatimUrl }: Pick<FakeGeocoder, 'nominatimUrl'>) {
  const { log, entries } = recordLog();
  const service = readGeocoderUrl(nominatimUrl)!;
  const geocoding = new Geocoding({
    service,
    countryCode,
    sql: owner.sql,
    log,
    firstPauseMs: 1,
    requestDeadlineMs: 300,
  });
  return { geocoding, entries };
}

async function start(t: Test, handler: GeocoderHandler = housesByNumber) {
  const geocoder = await startGeocoder(t, handler);
  return { geocoder, ...geocodingOf(geocoder) };
}

const latitudes = (places: ReadonlyMap<string, { lat: number }>) =>
  Array.from(places.values(), ({ lat }) => lat).sort();

t.test('each address is asked for once, and known from then on, in every process', async (t) => {
  const { geocoder, geocoding } = await start(t);
  const addresses = asked(house(1), house(2), house('no number'));
  const first = await geocoding.lookUp(addresses, 1, forEver);
  t.same(latitudes(first.places), [40.001, 40.002]);
  t.equal(first.unanswered, 0);
  t.equal(geocoder.requests.length, 3);

  const again = await geocoding.lookUp(addresses, 1, forEver);
  t.same(latitudes(again.places), [40.001, 40.002]);
  const other = geocodingOf(geocoder).geocoding;
  t.same(latitudes((await other.lookUp(addresses, 2, forEver)).places), [40.001, 40.002]);
  t.equal(geocoder.requests.length, 3, 'that the service does not know one is known, too');
  t.match(geocoding.counts, { requests: { found: 2, empty: 1 }, cache: { hit: 3, miss: 3 } });
});

t.test('the same country under another name is the same address', async (t) => {
  const { geocoder, geocoding } = await start(t);
  const addresses = asked(house(1, { country: 'United States' }));
  await geocoding.lookUp(addresses, 1, forEver);
  const { places } = await geocoding.lookUp(asked(house(1, { country: 'usa' })), 1, forEver);
  t.same(latitudes(places), [40.001]);
  t.equal(geocoder.requests.length, 1);
  t.equal(geocoder.requests[0]!.searchParams.get('countrycodes'), 'us');
});

t.test('a request under way for the same address is waited for', async (t) => {
  const { geocoder, geocoding } = await start(t, (url, response) => {
    setTimeout(() => housesByNumber(url, response, undefined as never), 20);
  });
  const all = await Promise.all(
    [1, 2, 3].map((account) => geocoding.lookUp(asked(house(7)), account, forEver)),
  );
  t.same(
    all.map(({ places }) => latitudes(places)),
    [[40.007], [40.007], [40.007]],
  );
  t.equal(geocoder.requests.length, 1);
});

t.test('an answer that arrived after the look into the database is not asked for again', async (t) => {
  const { geocoder, geocoding } = await start(t);
  await geocoding.lookUp(asked(house(1), house('no number')), 1, forEver);
  // Cache as it was when an import looked, which then asked for other addresses first.
  await owner.sql`TRUNCATE geocoded_addresses`;
  const { places } = await geocoding.lookUp(asked(house(1), house('no number')), 2, forEver);
  t.same(latitudes(places), [40.001]);
  t.equal(geocoder.requests.length, 2);
});

t.test('another service is asked for what the first one knew', async (t) => {
  const one = await start(t);
  const other = await start(t);
  await one.geocoding.lookUp(asked(house(1)), 1, forEver);
  await other.geocoding.lookUp(asked(house(1)), 1, forEver);
  t.equal(other.geocoder.requests.length, 1);
  const rows =
    await owner.sql`SELECT service, octet_length(key) AS bytes FROM geocoded_addresses ORDER BY service`;
  t.same(
    rows.map(({ bytes }) => bytes),
    [32, 32],
  );
  t.same(
    rows.map(({ service }) => service),
    [one, other].map(({ geocoder }) => `nominatim ${geocoder.nominatimUrl.slice(7)}`).sort(),
  );
});

t.test('failures are not kept, and fail nothing', async (t) => {
  const { geocoder, geocoding, entries } = await start(t, (_url, response) => answerJson(response, {}, 500));
  const numbers = Array.from({ length: 100 }, (_, i) => house(i));
  const failed = await geocoding.lookUp(asked(...numbers), 1, forEver);
  t.same(failed, { places: new Map(), unanswered: 100 });
  t.ok(geocoder.requests.length < 30, `${geocoder.requests.length} requests before it is left alone`);
  t.match(entries, [
    { level: 40, msg: 'paused asking the geocoding service, which fails: the gazetteer places addresses' },
  ]);
  const [count] = await owner.sql<[{ n: number }]>`SELECT count(*)::integer AS n FROM geocoded_addresses`;
  t.equal(count.n, 0);
  const well = { nominatimUrl: geocoder.nominatimUrl };
  geocoder.handler = housesByNumber;
  const { places } = await geocodingOf(well).geocoding.lookUp(asked(house(1)), 1, forEver);
  t.same(latitudes(places), [40.001]);
});

t.test('an unknown address is asked for again after a week, a known one is not', async (t) => {
  const { geocoder, geocoding } = await start(t);
  const addresses = asked(house(1), house('no number'));
  await geocoding.lookUp(addresses, 1, forEver);
  await owner.sql`UPDATE geocoded_addresses SET created_at = now() - interval '8 days'`;
  await geocodingOf(geocoder).geocoding.lookUp(addresses, 1, forEver);
  t.equal(geocoder.requests.length, 3);
});

t.test('answers are kept while further ones are awaited', async (t) => {
  const { geocoder, geocoding } = await start(t, () => {});
  geocoder.handler = (url, response, message) => {
    if (url.searchParams.get('street') !== '999 Main St') housesByNumber(url, response, message);
  };
  const controller = new AbortController();
  const addresses = asked(...Array.from({ length: 250 }, (_, i) => house(i + 1)), house(999));
  const lookUp = geocoding.lookUp(addresses, 1, controller.signal);
  for (let kept = 0; kept < 250; ) {
    const [row] = await owner.sql<[{ n: number }]>`SELECT count(*)::integer AS n FROM geocoded_addresses`;
    kept = row.n;
  }
  controller.abort(new Error('cancelled'));
  await t.rejects(lookUp, { message: 'cancelled' });
});

t.test('an absent database does not keep addresses from a place', async (t) => {
  const { geocoding, entries } = await start(t);
  await owner.sql`ALTER TABLE geocoded_addresses RENAME TO away`;
  t.teardown(() => owner.sql`ALTER TABLE away RENAME TO geocoded_addresses`);
  t.same(await geocoding.lookUpPromptly(asked(house(1)), 1, forEver), new Map());
  t.match(entries, [{ level: 40, msg: 'could not look up an address: the gazetteer places it' }]);
});

t.test('a waiting client gets an answer within 3 s, and none when the service takes longer', async (t) => {
  const geocoder = await startGeocoder(t, housesByNumber);
  const { log } = recordLog();
  const service = readGeocoderUrl(geocoder.nominatimUrl)!;
  const geocoding = new Geocoding({ service, countryCode, sql: owner.sql, log });
  t.same(latitudes(await geocoding.lookUpPromptly(asked(house(1)), 1, forEver)), [40.001]);
  geocoder.handler = () => {};
  const beginMs = performance.now();
  t.same(await geocoding.lookUpPromptly(asked(house(2)), 1, forEver), new Map());
  t.ok(performance.now() - beginMs < 4500, 'before the 5 s that an import would wait');
});

t.test('without asking, what is known is found', async (t) => {
  const { geocoder, geocoding } = await start(t);
  await geocoding.lookUp(asked(house(1)), 1, forEver);
  const { places, unanswered } = await geocoding.known(asked(house(1), house(2)));
  t.same(latitudes(places), [40.001]);
  t.equal(unanswered, 1);
  t.equal(geocoder.requests.length, 1);
});
