import t from 'tap';
import { asOwner, finished, startTestApp } from '../support/app.js';
import { housesByNumber, startGeocoder } from '../support/geocoder.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

const asked: { traceparent?: string; tracestate?: string }[] = [];
const geocoder = await startGeocoder(t, (url, response, message) => {
  const { traceparent, tracestate } = message.headers as Record<string, string>;
  asked.push({ ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) });
  housesByNumber(url, response, message);
});
const { service, call } = await asOwner(await startTestApp(t, { GEOCODER_URL: geocoder.nominatimUrl }));
const { id: mapId } = (await call('POST', '/maps', { name: 'Test' })).body;
t.beforeEach(() => asked.splice(0));

const address = (number: number) => ({ street: `${number} Main St`, city: 'Qwertyville', country: 'US' });
const importRow = async (number: number, headers: Record<string, string>) => {
  const csv = `name,street,city,country\nA,${number} Main St,Qwertyville,US\n`;
  const type = { 'content-type': 'text/csv' };
  const { body } = await call('POST', `/maps/${mapId}/markers/bulk`, csv, { ...type, ...headers });
  t.match(await finished(call, body), { status: 'completed', added: 1 });
};

t.test('a service that a request asks is told its trace, below a span of ours', async (t) => {
  const marker = { name: 'A', address: address(1) };
  await call('POST', `/maps/${mapId}/markers`, marker, { traceparent, tracestate: 'a=1' });
  t.match(asked, [{ traceparent: new RegExp(`^00-${TRACE_ID}-[\\da-f]{16}-01$`), tracestate: 'a=1' }]);
  t.notMatch(asked[0]!.traceparent!, /00f067aa0ba902b7/);
});

t.test('a job is part of the trace of its request, with all that it asks of services', async (t) => {
  await importRow(2, { traceparent, tracestate: 'a=1' });
  t.match(asked, [{ traceparent: new RegExp(`^00-${TRACE_ID}-[\\da-f]{16}-01$`), tracestate: 'a=1' }]);
  const [stored] = await service.app.sql<{ traceparent: string; tracestate: string }[]>`
    SELECT traceparent, tracestate FROM job_traces`;
  t.equal(stored!.tracestate, 'a=1');
  const spanId = /^00-4bf92f3577b34da6a3ce929d0e0e4736-([\da-f]{16})-01$/.exec(stored!.traceparent)![1]!;
  t.not(spanId, '00f067aa0ba902b7', 'the span of the request is kept, not that of who asked for it');
  t.notMatch(asked[0]!.traceparent!, spanId, 'and the job has one of its own');
});

t.test('without a trace services are told none', async (t) => {
  await importRow(3, {});
  await call('POST', `/maps/${mapId}/markers`, { name: 'A', address: address(4) });
  t.same(asked, [{}, {}]);
  t.equal((await service.app.sql`SELECT FROM job_traces`).length, 1, 'of the job before');
});

t.test('what was asked for by several has the trace of the first, and goes with the job', async (t) => {
  const { sql } = service.app;
  const image = { preset: 'world', format: 'png' };
  const order = (parent: string) => call('POST', `/maps/${mapId}/images`, image, { traceparent: parent });
  const [first, second] = [await order(traceparent), await order(traceparent.replace('4bf9', 'aaaa'))];
  t.equal(second.body.job_id, first.body.job_id);
  const ofJob = () => sql<{ traceparent: string }[]>`
    SELECT traceparent FROM job_traces WHERE job_id = ${first.body.job_id}`;
  t.match(await ofJob(), [{ traceparent: new RegExp(TRACE_ID) }]);
  await finished(call, first.body);
  await sql`DELETE FROM jobs WHERE id = ${first.body.job_id}`;
  t.same([...(await ofJob())], []);
});
