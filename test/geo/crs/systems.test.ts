import t from 'tap';
import { allSystems, crsCodeOf, projectorOf, systemOf } from '../../../src/geo/crs/systems.js';
import { OSTN15, PROJ } from './points.js';

const RADIANS = Math.PI / 180;
const METERS = 111_200;

function distance(code: number, point: string): number {
  const [x, y, lat, lng] = point.trim().split(' ').map(Number) as [number, number, number, number];
  const found = projectorOf(systemOf(code)!)!.toWgs84(x, y);
  if (found === null) return Number.POSITIVE_INFINITY;
  return METERS * Math.hypot(found.lat - lat, (found.lng - lng) * Math.cos(lat * RADIANS));
}

t.test('points lie within 5 m of where PROJ and the Ordnance Survey put them', async (t) => {
  for (const point of OSTN15.trim().split('\n')) t.ok(distance(27700, point) < 5, `27700: ${point}`);
  const systems = PROJ.trim().split('\n');
  t.ok(systems.length >= 50);
  for (const line of systems) {
    const [code, points] = line.split(': ') as [string, string];
    const distances = points.split(';').map((point) => distance(Number(code), point));
    t.equal(distances.length, 10);
    t.ok(Math.max(...distances) < 5, `${code}: ${Math.max(...distances)} m`);
  }
});

t.test('each system can be converted from, and has an area', async (t) => {
  const broken = [...allSystems()].filter((system) => {
    const { west, south, east, north } = system.area;
    if (![west, south, east, north].every(Number.isFinite) || south >= north) return true;
    return projectorOf(system) === null;
  });
  t.same(broken, []);
});

t.test('codes are known however they are written', async (t) => {
  for (const [text, code] of [
    ['EPSG:27700', 27700],
    [' epsg:25832 ', 25832],
    ['4326', 4326],
    ['urn:ogc:def:crs:EPSG::3857', 3857],
    ['British National Grid', null],
    ['EPSG:1', null],
  ] as const)
    t.equal(crsCodeOf(text), code, text);
  t.equal(systemOf(900913)?.code, 3857);
  t.equal(systemOf(32733)?.name, 'WGS 84 / UTM zone 33S');
  t.equal(systemOf(4326)?.definition, null);
  t.equal(systemOf(9999), null);
  t.equal(projectorOf(systemOf(4326)!), null);
});
