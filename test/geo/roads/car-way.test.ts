import t from 'tap';
import { type CarTags, readCarWay, readSpeedLimit } from '../../../src/geo/roads/car-way.js';

t.test('speed limits are read in their units, zones by their number or name', async (t) => {
  const limits: Record<string, number> = {
    '50': 50,
    '50 km/h': 50,
    '30 mph': 48.28032,
    '30mph': 48.28032,
    '10 knots': 18.52,
    'DE:zone:30': 30,
    'DE:zone30': 30,
    'AT:urban': 50,
    'DE:rural': 100,
    'GB:nsl_single': 96,
    walk: 7,
    none: 120,
    '50; 30': 50,
    '80|100': 80,
    '': 0,
    signals: 0,
    '-30': 0,
    '1e3': 0,
    constructor: 0,
  };
  for (const [text, kmh] of Object.entries(limits))
    t.equal(Math.round(readSpeedLimit(text) * 1e5) / 1e5, kmh, JSON.stringify(text));
});

const driven = (tags: CarTags) => readCarWay({ highway: 'residential', ...tags });
/** km/h along and against the way, outside of towns and inside. */
function speeds(tags: CarTags): number[] {
  const { forward, backward, inTown } = driven(tags)!;
  return [forward, backward, forward * inTown, backward * inTown].map(Math.round);
}

t.test('streets are driven both ways, faster on larger ones and in the country', async (t) => {
  t.same(speeds({}), [35, 35, 30, 30]);
  t.same(speeds({ highway: 'primary' }), [75, 75, 57, 57]);
  t.same(speeds({ highway: 'living_street' }), [25, 25, 20, 20]);
  t.same(speeds({ maxspeed: '30' }), [30, 30, 30, 30], 'as signed, in towns, too');
  t.same(speeds({ maxspeed: '50', 'maxspeed:backward': '30' }), [50, 30, 50, 30]);
  t.same(speeds({ maxspeed: '1' }), [5, 5, 5, 5], 'a limit of 1 km/h is read as 5');
  t.same(speeds({ highway: 'primary', surface: 'mud' })[0], 15);
  t.same(speeds({ highway: 'primary', junction: 'roundabout' })[0], 38, 'half of it in a roundabout');
  t.same(speeds({ highway: 'service', service: 'parking_aisle' }), [12, 12, 12, 12]);
});

t.test('roads are ranked by class, links as what they lead to', async (t) => {
  const ranks = [
    'motorway',
    'trunk_link',
    'primary',
    'secondary',
    'tertiary_link',
    'unclassified',
    'service',
  ];
  t.same(
    ranks.map((highway) => driven({ highway })!.rank),
    [0, 1, 2, 3, 4, 5, 5],
  );
});

t.test('one direction where it is said or goes without saying', async (t) => {
  const ways = (tags: CarTags): number[] => speeds(tags).slice(0, 2);
  t.same(ways({ oneway: 'yes' }), [35, 0]);
  t.same(ways({ oneway: '-1' }), [0, 35]);
  t.same(ways({ junction: 'roundabout' }), [18, 0]);
  t.same(ways({ highway: 'motorway' }), [105, 0]);
  t.same(ways({ highway: 'motorway', oneway: 'no' }), [105, 105]);
  t.same(ways({ oneway: 'yes', 'oneway:motor_vehicle': 'no' }), [35, 35]);
  t.equal(driven({ oneway: 'reversible' }), null);
});

t.test(
  'where no car goes: paths, squares, ferries, what is private or closed; but the most special tag decides',
  async (t) => {
    for (const highway of ['footway', 'cycleway', 'steps', 'construction', 'busway', 'constructor'])
      t.equal(driven({ highway }), null, highway);
    t.equal(readCarWay({}), null, 'a ferry has no highway');
    t.equal(driven({ area: 'yes' }), null);
    t.equal(driven({ access: 'private' }), null);
    t.equal(driven({ motor_vehicle: 'no' }), null);
    t.not(driven({ access: 'no', motorcar: 'yes' }), null);
    t.not(driven({ access: 'destination' }), null);
    t.equal(driven({ highway: 'service', service: 'emergency_access' }), null);
    t.not(driven({ highway: 'service', access: 'customers' }), null);
    t.equal(driven({ highway: 'track' }), null);
    t.not(driven({ highway: 'track', tracktype: 'grade1' }), null);
  },
);
