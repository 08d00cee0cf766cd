import t from 'tap';
import { asOwner, importCsv, sharedTestApp } from '../../support/app.js';
import { answerTo, type Mistake } from './mistake.js';
import { OF_BODIES } from './of-bodies.js';
import { OF_KEYS, OF_PATHS } from './of-paths.js';
import { OF_READS } from './of-reads.js';
import { OF_UPLOADS } from './of-uploads.js';

/* Each mistake is answered with what was seen and what to do. */

const { service, call } = await asOwner(await sharedTestApp(t));
const KEY = (await service.authorization()).slice('Bearer '.length);
const origin = new URL(service.app.publicUrl);
const map: number = (await call('POST', '/maps', { name: 'M' })).body.id;
const { body: marker } = await call('POST', `/maps/${map}/markers`, { name: 'P', lat: 1, lng: 2 });
const job = await importCsv(call, map, 'name,lat,lng\nZ,3,4\n');
const names = { MAP: String(map), MARKER: String(marker.id), JOB: job.job_id, KEY };

const groups: Record<string, { mistakes: readonly Mistake[]; headers: Record<string, string> }> = {
  keys: { mistakes: OF_KEYS, headers: {} },
  paths: { mistakes: OF_PATHS, headers: { authorization: `Bearer ${KEY}` } },
  bodies: { mistakes: OF_BODIES, headers: { authorization: `Bearer ${KEY}` } },
  reads: { mistakes: OF_READS, headers: { authorization: `Bearer ${KEY}` } },
  uploads: { mistakes: OF_UPLOADS, headers: { authorization: `Bearer ${KEY}` } },
};

for (const [name, { mistakes, headers }] of Object.entries(groups)) {
  t.test(`mistakes in ${name} are answered with what was seen and what to do`, async (t) => {
    for (const mistake of mistakes) {
      const [request, says, sent = {}] = mistake;
      const answer = await answerTo(
        origin,
        mistake,
        { ...sent, headers: { ...headers, ...sent.headers } },
        names,
      );
      const missing = says.split(' | ').filter((word) => !answer.toLowerCase().includes(word.toLowerCase()));
      t.same(missing, [], `${request.slice(0, 80)}: ${answer.slice(0, 400)}`);
    }
  });
}

t.test('there are as many kinds of them as were seen', async (t) => {
  const count = Object.values(groups).reduce((sum, { mistakes }) => sum + mistakes.length, 0);
  t.ok(count >= 200, `${count}`);
});
