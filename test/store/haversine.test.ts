import t from 'tap';
import { createOwner } from '../support/owner.js';

const { sql } = await createOwner(t);
const haversine = async (aLat: number, aLng: number, bLat: number, bLng: number): Promise<number> =>
  (
    await sql<
      [{ h: number }]
    >`SELECT haversine(${aLat}::float8, ${aLng}::float8, ${bLat}::float8, ${bLng}::float8) AS h`
  )[0].h;

t.test('sin² of half the angle is exact where it is known', async (t) => {
  t.equal(await haversine(0, 0, 0, 180), 1);
  t.equal(await haversine(90, 0, -90, 77), 1);
  t.ok((await haversine(90, 0, 90, 120)) < 1e-32, 'a pole is one point');
  t.ok((await haversine(10, 180, 10, -180)) < 1e-32, 'and 180 and -180 are one meridian');
  t.ok(Math.abs((await haversine(0, 0, 0, 90)) - 0.5) < 1e-15);
});

t.test('coordinates too small to be squared are no error', async (t) => {
  for (const tiny of [5e-324, 1e-300, 1e-160]) t.equal(await haversine(tiny, 0, 0, tiny), 0, `${tiny}`);
});
