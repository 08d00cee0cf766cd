import t, { type Test } from 'tap';
import { traceOf } from '../../src/base/tracing/carried.js';
import { RequestLog } from '../../src/http/request-log.js';
import { RawConnection } from '../support/raw-connection.js';
import { recordLog } from '../support/recorded-log.js';
import { serveRoutes, testRoute } from '../support/route-server.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

const routes = [
  testRoute({
    path: '/trace',
    handle: async ({ request }) => ({ status: 200, json: traceOf(request.signal) }),
  }),
  testRoute({
    path: '/broken',
    handle: async () => {
      throw new Error('broken');
    },
  }),
];

/** Sends headers, each a line, and gives the trace that the handler sees. */
async function start(t: Test) {
  const { log, entries } = recordLog();
  const requestLog = new RequestLog({ log, slowMs: 0, maxPerSecond: 1000 });
  const { port, entries: failures } = await serveRoutes(t, routes, { requestLog });
  const ask = async (path: string, ...headers: string[]) => {
    const connection = await RawConnection.open(port);
    await connection.send([`GET /v1${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'));
    const { headers: sent, body } = await connection.response();
    connection.socket.destroy();
    return { sent, trace: JSON.parse(body.toString()) };
  };
  return { ask, entries, failures };
}

t.test('a traced request has its trace in its line, and in the line of its failure', async (t) => {
  const { ask, entries, failures } = await start(t);
  const { sent, trace } = await ask('/trace', `traceparent: ${PARENT}`, 'tracestate: a=1', 'tracestate: b=2');
  t.match(trace, { traceId: TRACE_ID, parentSpanId: '00f067aa0ba902b7', flags: 1, state: 'a=1,b=2' });
  t.equal(sent.traceresponse, undefined, 'nothing is answered: there is no standard for it');
  await ask('/broken', `traceparent: ${PARENT}`);
  const fields = { trace_id: TRACE_ID, span_id: /^[\da-f]{16}$/, parent_span_id: '00f067aa0ba902b7' };
  t.match(entries, [
    { ...fields, span_id: trace.spanId, route: '/trace' },
    { ...fields, route: '/broken' },
  ]);
  t.match(failures, [{ ...fields, msg: 'could not answer a request: replied INTERNAL_ERROR' }]);
});

t.test('without a trace, or with what is none, or with two, there is nothing of it', async (t) => {
  const { ask, entries } = await start(t);
  t.equal((await ask('/trace')).trace, null);
  t.equal((await ask('/trace', 'traceparent: 00-1-2-3')).trace, null);
  t.equal((await ask('/trace', 'tracestate: a=1')).trace, null);
  t.equal((await ask('/trace', `traceparent: ${PARENT}`, `traceparent: ${PARENT}`)).trace, null);
  t.equal(entries.length, 4);
  t.notOk(entries.some((entry) => 'trace_id' in entry));
});
