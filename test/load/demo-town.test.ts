import t from 'tap';
import { writeOsmPbf } from '../../load/osm-pbf/osm-pbf.js';
import { planTown, TOWN_CENTER } from '../../load/town-plan.js';
import { IsochroneEngine } from '../../src/geo/isochrone/isochrone.js';
import { componentsOf } from '../../src/geo/roads/components.js';
import { CAN_BEGIN } from '../../src/geo/roads/road-graph.js';
import { graphOf } from '../support/town.js';

const { nodes, ways, bounds } = planTown();
const graph = graphOf(writeOsmPbf(nodes, ways, { bounds }));

t.test('the town of the demo is the same each time, and connected', async (t) => {
  t.same(planTown(), { nodes, ways, bounds });
  t.equal(graph.vertices, 4918);
  t.ok(graph.vertexFlags.every((flags) => flags === CAN_BEGIN));
});

t.test('its river is crossed by two bridges alone', async (t) => {
  const withoutBridges = ways.filter(({ tags }) => tags.bridge === undefined);
  t.equal(ways.length - withoutBridges.length, 2);
  const cut = graphOf(writeOsmPbf(nodes, withoutBridges, { bounds }));
  const component = componentsOf(cut.firstArc, cut.arcHead);
  const north = component[component.length - 1];
  t.ok(component.filter((of) => of === north).length < 0.75 * cut.vertices);
});

t.test('from its middle the river bounds what is reached in four minutes', async (t) => {
  const area = new IsochroneEngine(graph).isochrone(TOWN_CENTER.lon, TOWN_CENTER.lat, 4)!;
  t.equal(area.truncated, false);
  const lats = area.coordinates[0]![0]!.map(([, lat]) => lat!);
  const north = Math.max(...lats) - TOWN_CENTER.lat;
  const south = TOWN_CENTER.lat - Math.min(...lats);
  t.ok(north > 1.3 * south, `${north} degrees north, ${south} south`);
});

t.test('pictures have water and parks to draw', async (t) => {
  const isArea = ({ tags }: (typeof ways)[number]): boolean => tags.highway === undefined;
  const areas = ways.filter(isArea);
  t.equal(areas.filter(({ tags }) => tags.natural === 'water').length, 1);
  t.equal(areas.filter(({ tags }) => tags.leisure === 'park').length, 7);
  for (const { refs, tags } of areas) t.equal(refs[0], refs.at(-1), `closed: ${Object.values(tags)}`);
});
