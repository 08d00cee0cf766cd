import t from 'tap';
import { IsochroneEngine } from '../../../src/geo/isochrone/isochrone.js';
import { NetworkEngines, NO_ROADS, type RoadNetworks } from '../../../src/geo/isochrone/networks.js';
import { openGraph } from '../../../src/geo/roads/road-graph.js';
import { townNetwork } from '../../support/town-network.js';

const networksOf = (...towns: ReturnType<typeof townNetwork>[]): RoadNetworks => ({
  version: towns.map(({ network }) => `${network.name}:${network.version}`).join(' '),
  graphs: towns.map(({ network }) => network),
});
const west = townNetwork('west', 9, [0, 0]);
const east = townNetwork('east', 9, [0.1, 0]);

t.test('the area is that of the network which has the place', async (t) => {
  const engines = new NetworkEngines();
  const both = networksOf(west, east);
  for (const [town, lon] of [
    [west, 0.001],
    [east, 0.101],
  ] as const) {
    const expected = new IsochroneEngine(openGraph(town.graph)).isochrone(lon, 0.0005, 2);
    const { name, version } = town.network;
    t.same(engines.isochrone(both, lon, 0.0005, 2), { ...expected, name, version });
  }
  t.equal(engines.isochrone(both, 40, 40, 5), null);
  t.equal(engines.isochrone(NO_ROADS, 0, 0, 5), null);
});

t.test('between two networks the nearest street counts, whichever was loaded first', async (t) => {
  // Streets end 800 m from the middles: at 0.0072 and at 0.0928 degrees.
  const near = townNetwork('near', 9, [0.02, 0]);
  for (const networks of [networksOf(west, near), networksOf(near, west)]) {
    const engines = new NetworkEngines();
    t.equal(engines.isochrone(networks, 0.0095, 0, 2)!.name, 'west');
    t.equal(engines.isochrone(networks, 0.0105, 0, 2)!.name, 'near');
  }
});

t.test('among overlapping extracts the one counts whose edge is farther away', async (t) => {
  const small = townNetwork('small', 9);
  const large = townNetwork('large', 21);
  for (const networks of [networksOf(small, large), networksOf(large, small)])
    t.equal(new NetworkEngines().isochrone(networks, 0.005, 0.0001, 2)!.name, 'large');
});

t.test('a replaced network is not kept', async (t) => {
  const engines = new NetworkEngines();
  engines.isochrone(networksOf(west, east), 0, 0, 1);
  engines.isochrone(networksOf(west, east), 0.1, 0, 1);
  t.equal(engines.engines, 2);
  const replaced = townNetwork('west', 7);
  const { version } = engines.isochrone(networksOf(replaced, east), 0, 0, 1)!;
  t.equal(version, replaced.network.version);
  t.equal(engines.engines, 2);
  engines.isochrone(NO_ROADS, 0, 0, 1);
  t.equal(engines.engines, 0);
});

t.test('however many networks there are, eight engines are kept', async (t) => {
  const engines = new NetworkEngines();
  const towns = Array.from({ length: 12 }, (_, i) => townNetwork(`t${i}`, 3, [i, 0]));
  const networks = networksOf(...towns);
  for (let round = 0; round < 2; round++)
    for (let i = 0; i < 12; i++) t.equal(engines.isochrone(networks, i, 0, 1)!.name, `t${i}`);
  t.equal(engines.engines, 8);
});
