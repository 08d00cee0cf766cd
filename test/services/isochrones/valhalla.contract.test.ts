import { booleanPointInPolygon } from '@turf/turf';
import t, { type Test } from 'tap';
import { cleanArea } from '../../../src/services/isochrones/area/clean-area.js';
import { IsochroneService, isochroneKey } from '../../../src/services/isochrones/isochrone-service.js';
import { readIsochroneUrl } from '../../../src/services/isochrones/service-url.js';
import { answerJson } from '../../support/geocoder.js';
import { writeOsmPbf } from '../../support/osm-pbf.js';
import { recordLog } from '../../support/recorded-log.js';
import { startRoutingService } from '../../support/routing-service.js';
import { gridTown, METERS_OF_DEGREE } from '../../support/town.js';
import { openValhalla } from '../../support/valhalla.js';

/** Middle of the town. */
const MIDDLE = { lon: 7.3, lat: 0.2 };
/** A place some metres east and north of it. */
const place = (east: number, north: number) => ({
  lon: MIDDLE.lon + east / METERS_OF_DEGREE,
  lat: MIDDLE.lat + north / METERS_OF_DEGREE,
});

/** Streets of 10 m/s, 250 m apart, 10 km in each direction. */
function townFile(): Buffer {
  const { nodes, ways } = gridTown(41, 41, 250, { highway: 'residential', maxspeed: '36' });
  const moved = nodes.map(({ id, lon, lat }) => ({ id, lon: lon + MIDDLE.lon, lat: lat + MIDDLE.lat }));
  return writeOsmPbf(
    moved,
    ways.map((way, at) => ({ ...way, id: at + 1 })),
  );
}

/** Serves Valhalla over HTTP; null, with a message, where it does not run. */
async function startValhalla(t: Test): Promise<IsochroneService | null> {
  const valhalla = await openValhalla(townFile(), t.testdir());
  if (typeof valhalla === 'string') {
    t.pass(valhalla, { skip: valhalla });
    return null;
  }
  const { origin } = await startRoutingService(t, async ({ method, url, body }, response) => {
    if (method !== 'POST' || url.pathname !== '/isochrone') return void answerJson(response, {}, 404);
    const answer = await valhalla.isochrone(body);
    answerJson(response, answer.body, answer.status);
  });
  const endpoint = readIsochroneUrl(`valhalla+${origin}?max_minutes=300`)!;
  return new IsochroneService({ endpoint, clean: cleanArea, log: recordLog().log });
}

t.test('Valhalla answers what its adapter asks', async (t) => {
  const service = await startValhalla(t);
  if (service === null) return;
  const five = { ...place(40, 30), minutes: 5 };
  const ten = { ...place(-1000, 0), minutes: 10 };
  const far = { ...place(60_000, 0), minutes: 5 };
  const beside = { ...place(8000, 0), minutes: 5 };
  const long = { ...place(0, 0), minutes: 200 };
  const answers = await service.isochrones([five, ten, far, beside, long], 1, new AbortController().signal);
  const answerTo = (request: typeof five) => answers.get(isochroneKey(request))!;
  const holds = (request: typeof five, east: number, north: number): boolean => {
    const answer = answerTo(request);
    if (!('coordinates' in answer)) throw new Error(JSON.stringify(answer));
    const { lon, lat } = place(east, north);
    return booleanPointInPolygon([lon, lat], { type: 'MultiPolygon', coordinates: answer.coordinates });
  };
  for (const [east, north] of [
    [40, 30],
    [2000, 0],
    [0, -2000],
    [-1000, 1000],
  ])
    t.ok(holds(five, east!, north!), `${east}, ${north} is within five minutes`);
  for (const [east, north] of [
    [4000, 0],
    [0, -4000],
    [2500, 2500],
  ])
    t.notOk(holds(five, east!, north!), `${east}, ${north} is not`);
  t.ok(holds(ten, 2500, 0) && !holds(ten, 4500, 1500), 'ten minutes from a kilometre west');
  t.same(answerTo(far), { none: 'the drive-time service knows no road there' });
  t.same(answerTo(beside), answerTo(far), '3 km beside the town, as with loaded roads');
  t.same(answerTo(long), { tooLong: 120 });
});
