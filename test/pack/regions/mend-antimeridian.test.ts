import t from 'tap';
import { mendAntimeridian } from '../../../src/pack/regions/mend-antimeridian.js';

const mend = (ring: number[][]) => mendAntimeridian([[ring]])[0]![0];

t.test('vertices at the antimeridian come to the side of their ring', async (t) => {
  t.same(
    mend([
      [179, 0],
      [-180, 0],
      [180, 1],
      [179, 0],
    ]),
    [
      [179, 0],
      [180, 0],
      [180, 1],
      [179, 0],
    ],
  );
  t.same(
    mend([
      [180, 0],
      [-179, 1],
      [-180, 1],
      [180, 0],
    ]),
    [
      [-180, 0],
      [-179, 1],
      [-180, 1],
      [-180, 0],
    ],
  );
});

t.test('a ring around a pole is closed along it', async (t) => {
  t.same(
    mend([
      [0, -70],
      [120, -72],
      [-180, -80],
      [-90, -71],
      [0, -70],
    ]),
    [
      [0, -70],
      [120, -72],
      [180, -80],
      [180, -90],
      [-180, -90],
      [-180, -80],
      [-90, -71],
      [0, -70],
    ],
  );
});

t.test('a ring without jumps stays as it is, one that crosses in the open is refused', async (t) => {
  const ring = [
    [-180, 0],
    [-179, 0],
    [-179, 1],
    [-180, 0],
  ];
  t.equal(mend(ring), ring);
  t.throws(
    () =>
      mend([
        [179, 0],
        [-179, 0],
        [-179, 1],
        [179, 0],
      ]),
    /a ring crosses the antimeridian/,
  );
});
