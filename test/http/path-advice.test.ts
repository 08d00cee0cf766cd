import fc from 'fast-check';
import t from 'tap';
import { PathAdvice } from '../../src/http/path-advice.js';

const advice = new PathAdvice('/v1', [
  { method: 'GET', path: '/maps' },
  { method: 'POST', path: '/maps' },
  { method: 'GET', path: '/maps/{map_id}' },
  { method: 'GET', path: '/maps/{map_id}/markers.csv' },
  { method: 'POST', path: '/maps/{map_id}/markers/bulk' },
  { method: 'DELETE', path: '/maps/{map_id}/markers/{marker_id}' },
  { method: 'GET', path: '/maps/{map_id}/tiles/{z}/{x}/{y}.mvt' },
]);

t.test('finds the path that was meant', async (t) => {
  for (const [method, path, message] of [
    ['POST', '/v1/maps/', /^Not found: did you mean POST \/v1\/maps; paths begin with \/v1/],
    ['PUT', '/V1/MAPS', /did you mean \/v1\/maps, which takes GET and POST;/],
    ['PUT', '/v1/maps', /^Not found: \/v1\/maps takes GET and POST, not PUT$/],
    ['BREW', '/v1/maps', /^Not found: \/v1\/maps takes GET and POST$/],
    ['GET', '/v1/maps/7/markers.cvs', /did you mean GET \/v1\/maps\/\{map_id\}\/markers\.csv$/],
    ['PUT', '/v1/maps/7/markers/bulk', /bulk takes POST, not PUT$/, 'not the marker of that name'],
    ['POST', '/v1/bulk', /did you mean POST \/v1\/maps\/\{map_id\}\/markers\/bulk$/],
    ['GET', '/v1/maps%2F7', /did you mean GET \/v1\/maps\/\{map_id\};/],
    ['GET', '/v1/maps/7/tiles/3/1/2.pbf', /did you mean GET \S+\/\{y\}\.mvt; .*ending$/],
    ['GET', '/v1/maps/7/tiles/3/1/.mvt', /did you mean GET/],
    ['PUT', '/v1/maps/7/tiles/3/1/2.mvt', /\{y\}\.mvt takes GET, not PUT$/],
    ['GET', '/', /no such path/],
    ['GET', '/%zz', /no such path/],
    ['GET', `/v1/maps/${'7'.repeat(1000)}/`, /no such path/],
  ] as const)
    t.match(advice.of(method, path), message, `${method} ${path}`);
});

t.test('shows nothing of the path', async (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom('maps', 'markers', 'v1'), fc.stringMatching(/^[0-9a-f]{24,40}$/))),
      fc.constantFrom('/', '//', '/.'),
      (segments, slash) => {
        const told = advice.of('GET', slash + segments.join(slash));
        for (const segment of segments) if (segment.length >= 24) t.notOk(told.includes(segment));
      },
    ),
    { numRuns: 100 },
  );
});
