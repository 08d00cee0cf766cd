import autocannon from 'autocannon';
import { CONNECTIONS, profiles } from './profiles.js';

// One profile against a running service: npm run load -- PROFILE [MAP_ID [SECONDS]]
const [name = '', mapId = '1', seconds = '10'] = process.argv.slice(2);
const { CARTLOAD_URL = 'http://127.0.0.1:8080/v1', CARTLOAD_KEY = '' } = process.env;
const known = profiles(CARTLOAD_URL, CARTLOAD_KEY, Number(mapId));
const profile = known[name];
if (!profile || CARTLOAD_KEY === '') {
  process.stderr.write(
    `usage: CARTLOAD_URL=… CARTLOAD_KEY=… npm run load -- PROFILE [MAP_ID [SECONDS]]; profiles: ${Object.keys(known).join(', ')}\n`,
  );
  process.exit(1);
}
const result = await autocannon({
  ...profile,
  connections: CONNECTIONS,
  pipelining: 1,
  duration: Number(seconds),
});
process.stdout.write(`${autocannon.printResult(result, { renderLatencyTable: true })}\n`);
const { requests, latency, non2xx } = result;
process.stdout.write(
  `${JSON.stringify({ profile: name, requestsPerSecond: requests.average, latencyMs: latency, non2xx })}\n`,
);
