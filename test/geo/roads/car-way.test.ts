import t from 'tap';
import { type CarTags, readCarWay, readSpeedLimit } from '../../../src/geo/roads/car-way.js';

t.test('speed limits are read in their units, zones by their number or name', (t) => {
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
  t.end();
});

const driven = (tags: CarTags) => readCarWay({ highway: 'residential', ...tags });

t.test('streets are driven both ways, faster on larger ones', (t) => {
  t.same(driven({}), { forward: 32, backward: 32 });
  t.same(driven({ highway: 'primary' }), { forward: 65, backward: 65 });
  t.same(driven({ maxspeed: '30' }), { forward: 27, backward: 27 });
  t.same(driven({ maxspeed: '50', 'maxspeed:backward': '30' }), { forward: 45, backward: 27 });
  t.same(driven({ maxspeed: '1' }), { forward: 5, backward: 5 }, 'nobody crawls');
  t.same(driven({ highway: 'primary', surface: 'mud' }), { forward: 15, backward: 15 });
  t.end();
});

t.test('one direction where it is said or goes without saying', (t) => {
  t.same(driven({ oneway: 'yes' }), { forward: 32, backward: 0 });
  t.same(driven({ oneway: '-1' }), { forward: 0, backward: 32 });
  t.same(driven({ junction: 'roundabout' }), { forward: 32, backward: 0 });
  t.same(driven({ highway: 'motorway' }), { forward: 105, backward: 0 });
  t.same(driven({ highway: 'motorway', oneway: 'no' }), { forward: 105, backward: 105 });
  t.same(driven({ oneway: 'yes', 'oneway:motor_vehicle': 'no' }), { forward: 32, backward: 32 });
  t.equal(driven({ oneway: 'reversible' }), null);
  t.end();
});

t.test(
  'where no car goes: paths, squares, ferries, what is private or closed; but the most special tag decides',
  (t) => {
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
    t.end();
  },
);
