import fc from 'fast-check';
import t from 'tap';
import { headersOf, joinTrace, logFields } from '../../../src/base/tracing/trace.js';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

t.test('a span of ours stands between who asked and who is asked', async (t) => {
  const trace = joinTrace(PARENT, 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE')!;
  t.match(trace.spanId, /^[\da-f]{16}$/);
  t.not(trace.spanId, '00f067aa0ba902b7');
  t.same(headersOf(trace), {
    traceparent: `00-4bf92f3577b34da6a3ce929d0e0e4736-${trace.spanId}-01`,
    tracestate: 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE',
  });
  t.same(logFields(trace), {
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    span_id: trace.spanId,
    parent_span_id: '00f067aa0ba902b7',
  });
  t.not(joinTrace(PARENT)!.spanId, trace.spanId, 'each has its own');
  t.same(Object.keys(headersOf(joinTrace(PARENT)!)), ['traceparent']);
  t.same(logFields(null), {});
});

t.test('what is no traceparent is no trace', async (t) => {
  for (const text of [
    '',
    PARENT.toUpperCase(),
    `${PARENT}-`,
    `${PARENT}-more`,
    `${PARENT} `,
    ` ${PARENT}`,
    `${PARENT}\n`,
    PARENT.slice(0, -1),
    PARENT.slice(3),
    PARENT.replace(/^00/, 'ff'),
    PARENT.replace(/^00/, '0'),
    PARENT.replace(/^00/, '000'),
    PARENT.replaceAll('-', '_'),
    PARENT.replace('4bf92f3577b34da6a3ce929d0e0e4736', '0'.repeat(32)),
    PARENT.replace('00f067aa0ba902b7', '0'.repeat(16)),
    PARENT.replace('4bf9', '4bfg'),
    `cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more`,
  ])
    t.equal(joinTrace(text), null, JSON.stringify(text));
});

t.test('of versions to come what is known is read, and version 00 is sent', async (t) => {
  for (const later of [
    PARENT.replace(/^00/, 'cc'),
    `${PARENT.replace(/^00/, '01')}-`,
    `${PARENT.replace(/^00/, '01')}-what-ever`,
  ])
    t.match(headersOf(joinTrace(later)!).traceparent, /^00-4bf92f3577b34da6a3ce929d0e0e4736-[\da-f]{16}-01$/);
});

t.test('flags that have no meaning yet are not passed on', async (t) => {
  const sent = (flags: string) => headersOf(joinTrace(PARENT.replace(/01$/, flags))!).traceparent.slice(-2);
  t.same(['00', '01', '02', '03', 'ff', 'fc'].map(sent), ['00', '01', '02', '03', '03', '00']);
});

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''));

t.test('whatever is sent is a traceparent that the next service can read', async () => {
  const isZero = (text: string): boolean => /^0+$/.test(text);
  fc.assert(
    fc.property(hex(2), hex(32), hex(16), hex(2), (version, traceId, parentId, flags) => {
      const trace = joinTrace(`${version}-${traceId}-${parentId}-${flags}`);
      if (version === 'ff' || isZero(traceId) || isZero(parentId)) return trace === null;
      const { traceparent } = headersOf(trace!);
      const next = joinTrace(traceparent)!;
      return next.traceId === traceId && next.parentSpanId === trace!.spanId && next.flags === trace!.flags;
    }),
  );
});

t.test('no text makes it throw, and what it takes has the shape of a trace', async () => {
  const nearly = fc
    .tuple(fc.nat(PARENT.length), fc.string({ maxLength: 3, unit: 'binary' }))
    .map(([at, text]) => PARENT.slice(0, at) + text + PARENT.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(nearly, fc.string()), fc.string({ unit: 'binary' }), (parent, state) => {
      const trace = joinTrace(parent, state);
      if (trace === null) return true;
      const { traceparent, tracestate = '' } = headersOf(trace);
      return (
        /^00-[\da-f]{32}-[\da-f]{16}-0[0-3]$/.test(traceparent) && /^[\x20-\x7e]{0,512}$/.test(tracestate)
      );
    }),
  );
});
