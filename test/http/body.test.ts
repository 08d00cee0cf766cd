import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import { IncomingBody, NO_BODY } from '../../src/http/body.js';
import { ChunkPace } from '../../src/http/chunk-pace.js';
import { ReadAhead } from '../../src/http/read-ahead.js';

const KIB = 1024;

/** A body and whether its source is paused. */
function newBody(declaredBytes: number | null = null, readAhead = new ReadAhead(), pace = new ChunkPace()) {
  const source = {
    paused: false,
    pauses: 0,
    pause: () => {
      source.paused = true;
      source.pauses++;
    },
    resume: () => {
      source.paused = false;
    },
    cuts: 0,
    cut: () => {
      source.cuts++;
    },
  };
  return { body: new IncomingBody(declaredBytes, source, readAhead, pace), source };
}

const textOf = async (body: IncomingBody): Promise<string> => {
  let text = '';
  for await (const chunk of body.stream()) text += chunk.toString();
  return text;
};

const lengthOf = (chunks: readonly Buffer[]): number =>
  chunks.reduce((length, chunk) => length + chunk.length, 0);

t.test('no body has no bytes', async (t) => {
  t.equal((await NO_BODY.bytes(0)).length, 0);
  for await (const _ of NO_BODY.stream()) t.fail('a chunk of nothing');
});

t.test('chunks come in order, whenever they are pushed and read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.string()), async (scheduler, texts) => {
      const { body } = newBody();
      const pushing = scheduler.scheduleSequence([
        ...texts.map((text) => async () => body.push(Buffer.from(text), false)),
        async () => body.push(Buffer.alloc(0), true),
      ]);
      const reading = (async () => {
        let text = '';
        for await (const chunk of body.stream()) {
          text += chunk.toString();
          await scheduler.schedule(Promise.resolve());
        }
        return text;
      })();
      await scheduler.waitFor(Promise.all([pushing.task, reading]));
      return (await reading) === texts.join('');
    }),
  );
});

t.test('what comes though its source is paused arrives whole, of several bodies in one memory', async () => {
  const step = fc.record({
    body: fc.nat(2),
    kibibytes: fc.constantFrom(0, 1, 300, 512, 7000),
    next: fc.constantFrom('push', 'turn', 'read'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const readAhead = new ReadAhead();
      const bodies = Array.from({ length: 3 }, () => {
        const { body } = newBody(null, readAhead);
        return { body, stream: body.stream(), pushed: [] as Buffer[], read: [] as Buffer[] };
      });
      for (const [i, { body: which, kibibytes, next }] of steps.entries()) {
        const { body, stream, pushed, read } = bodies[which]!;
        const chunk = Buffer.alloc(kibibytes * KIB, i + 1);
        body.push(chunk, false);
        pushed.push(Buffer.from(chunk));
        chunk.fill(0);
        if (next === 'turn') await nextTurn();
        if (next === 'read' && lengthOf(pushed) > lengthOf(read)) read.push((await stream.next()).value!);
      }
      for (const { body, stream, pushed, read } of bodies) {
        body.push(Buffer.alloc(0), true);
        for await (const chunk of stream) read.push(chunk);
        if (!Buffer.concat(read).equals(Buffer.concat(pushed))) return false;
      }
      return true;
    }),
    { numRuns: 20 },
  );
});

t.test('a sender that fills the memory, paused or not, is cut off', async (t) => {
  const { body, source } = newBody();
  const chunk = Buffer.alloc(512 * KIB);
  for (let i = 0; i < 1024; i++) {
    t.equal(source.cuts, 0);
    body.push(chunk, false);
  }
  t.equal(source.cuts, 1, 'at 512 MiB');
  await t.rejects(body.bytes(1024 * chunk.length), { code: 'BAD_REQUEST', message: /arrived faster/ });
});

t.test('a chunk is copied, as its memory is used again', async (t) => {
  const { body } = newBody();
  const memory = Buffer.from('first');
  body.push(memory, false);
  memory.fill('x');
  body.push(Buffer.alloc(0), true);
  t.equal(await textOf(body), 'first');
});

t.test('the source is paused at 256 KiB and resumed when they were read', async (t) => {
  const { body, source } = newBody();
  body.push(Buffer.alloc(255 * KIB), false);
  t.equal(source.paused, false);
  body.push(Buffer.alloc(KIB), false);
  t.equal(source.paused, true);
  body.push(Buffer.alloc(512 * KIB), false);
  await nextTurn();
  t.equal(source.pauses, 2, 'again for what had been read already');
  const reader = body.stream()[Symbol.asyncIterator]();
  for (let i = 0; i < 3; i++) await reader.next();
  t.equal(source.paused, true, 'the last chunk may still be in use');
  const next = reader.next();
  await delay(0);
  t.equal(source.paused, false);
  body.push(Buffer.from('end'), true);
  t.same(await next, { done: false, value: Buffer.from('end') });
  t.same(await reader.next(), { done: true, value: undefined });
});

t.test(
  'where over 256 KiB are to come, or nobody says how many, a held source waits for the reader',
  async (t) => {
    for (const [declaredBytes, isHeld] of [
      [256 * KIB, false],
      [256 * KIB + 1, true],
      [null, true],
    ] as const) {
      const { body, source } = newBody(declaredBytes);
      body.hold();
      t.equal(source.paused, isHeld);
      const reading = textOf(body);
      t.equal(source.paused, false);
      body.push(Buffer.from('all'), true);
      t.equal(await reading, 'all');
    }
  },
);

t.test('small chunks are joined in their order, whatever comes between', async () => {
  const size = fc.constantFrom(0, 1, 2, 100, 4095, 4096, 20_000, 300_000);
  const step = fc.record({ size, next: fc.constantFrom('push', 'push', 'push', 'turn', 'read') });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { body } = newBody();
      const stream = body.stream();
      const pushed: Buffer[] = [];
      const read: Buffer[] = [];
      for (const [i, { size, next }] of steps.entries()) {
        const chunk = Buffer.alloc(size, i + 1);
        body.push(chunk, false);
        pushed.push(Buffer.from(chunk));
        chunk.fill(0);
        if (next === 'turn') await nextTurn();
        if (next === 'read' && lengthOf(pushed) > lengthOf(read)) read.push((await stream.next()).value!);
      }
      body.push(Buffer.alloc(0), true);
      for await (const chunk of stream) read.push(chunk);
      return Buffer.concat(read).equals(Buffer.concat(pushed));
    }),
    { numRuns: 100 },
  );
});

t.test('tiny chunks of one packet are read together, by a reader that waits, too', async (t) => {
  for (const waits of [false, true]) {
    const { body } = newBody();
    const stream = body.stream();
    const first = waits ? stream.next() : null;
    for (let i = 0; i < 9000; i++) body.push(Buffer.of(i), false);
    body.push(Buffer.alloc(0), true);
    const read = first ? [(await first).value!] : [];
    for await (const chunk of stream) read.push(chunk);
    t.equal(Buffer.concat(read).length, 9000);
    t.ok(read.length <= 3, `${read.length}`);
  }
});

t.test('too many tiny chunks are refused, and the connection cut when they go on', async (t) => {
  for (const isRead of [true, false]) {
    const { body, source } = newBody();
    const reading = isRead ? textOf(body) : null;
    if (!isRead) body.discard();
    for (let i = 0; i < 11_000; i++) body.push(Buffer.of(1), false);
    t.equal(source.cuts, 0);
    if (reading) await t.rejects(reading, { code: 'BAD_REQUEST', message: /chunks of 1.0 bytes/ });
    for (let i = 0; i < 12_000; i++) body.push(Buffer.of(1), false);
    t.ok(source.cuts > 0);
  }
  const { body, source } = newBody();
  const reading = textOf(body);
  for (let i = 0; i < 100_000; i++) {
    if (i % 1000 === 0) await nextTurn();
    body.push(Buffer.from('Oslo,59.9,10.75\n'), false);
  }
  body.push(Buffer.alloc(0), true);
  t.equal((await reading).length, 1_600_000, 'each line by itself is taken');
  t.equal(source.cuts, 0);
});

t.test(
  'senders of many small chunks wait, one after the other, for as long as all of them take',
  async (t) => {
    const pace = new ChunkPace();
    const bodies = Array.from({ length: 2 }, () => newBody(null, new ReadAhead(), pace));
    const readings = bodies.map(({ body }) => textOf(body));
    const { body: short, source: shortSource } = newBody(null, new ReadAhead(), pace);
    const shortReading = textOf(short);
    const line = Buffer.alloc(16, 'x');
    for (let i = 0; i < 9000; i++) short.push(line, false);
    const beganMs = performance.now();
    for (const { body } of bodies) for (let i = 0; i < 30_000; i++) body.push(line, false);
    const waits = bodies.map(async ({ source }) => {
      do await nextTurn();
      while (source.paused);
      return performance.now() - beganMs;
    });
    await nextTurn();
    t.same(
      bodies.map(({ source }) => source.paused),
      [true, true],
    );
    t.equal(shortSource.paused, false, 'one of fewer chunks does not');
    const [first, second] = await Promise.all(waits);
    t.ok(first! >= 99 && second! >= 199, `${first} and ${second} ms`);
    for (const { body } of [...bodies, { body: short }]) body.push(Buffer.alloc(0), true);
    t.same(
      (await Promise.all([...readings, shortReading])).map(({ length }) => length),
      [480_000, 480_000, 144_000],
    );
  },
);

t.test('so many small chunks at a stretch that pausing does not end it are cut off', async (t) => {
  const { body, source } = newBody();
  const line = Buffer.alloc(100, 'x');
  for (let i = 0; i < 410_000; i++) body.push(line, false);
  t.equal(source.cuts, 0);
  body.push(line, false);
  t.equal(source.cuts, 1);
  await t.rejects(body.bytes(1e9), { code: 'BAD_REQUEST', message: /chunks of 100.0 bytes/ });
});

t.test('bytes counts, and refuses what is over the limit as early as it can', async (t) => {
  const message = 'the body is larger than the limit of 5 bytes';
  const { body: exact } = newBody();
  exact.push(Buffer.from('abc'), false);
  exact.push(Buffer.from('de'), true);
  t.equal((await exact.bytes(5)).toString(), 'abcde');

  const { body: endless } = newBody();
  endless.push(Buffer.from('abcdef'), false);
  await t.rejects(endless.bytes(5), { code: 'BAD_REQUEST', message });

  await t.rejects(newBody(6).body.bytes(5), { code: 'BAD_REQUEST', message }, 'before a byte has come');

  const { body: empty } = newBody();
  empty.push(Buffer.alloc(0), true);
  t.equal((await empty.bytes(0)).length, 0);
});

t.test('what is outstanding is known when the length is', async (t) => {
  const { body } = newBody(10);
  t.equal(body.outstandingBytes, 10);
  body.push(Buffer.from('abc'), false);
  t.equal(body.outstandingBytes, 7);
  body.push(Buffer.from('defghij'), true);
  t.equal(body.outstandingBytes, 0);
  t.equal(body.receivedBytes, 10);
  const { body: chunked } = newBody();
  t.equal(chunked.outstandingBytes, Number.POSITIVE_INFINITY);
  chunked.push(Buffer.alloc(0), true);
  t.equal(chunked.outstandingBytes, 0);
  t.ok(chunked.complete);
});

t.test('a failure ends the read that waits, and every later one', async (t) => {
  const gone = new Error('gone');
  const { body } = newBody();
  const reading = textOf(body);
  await delay(0);
  body.fail(gone);
  body.fail(new Error('another'));
  body.push(Buffer.from('late'), true);
  await t.rejects(reading, gone);
  const { body: failed } = newBody();
  failed.push(Buffer.from('unread'), false);
  failed.fail(gone);
  await t.rejects(failed.bytes(100), gone);
});

t.test('a body that is failed between two chunks does not hand out the second', async (t) => {
  const { body } = newBody();
  body.push(Buffer.from('one'), false);
  body.push(Buffer.from('two'), true);
  const reader = body.stream()[Symbol.asyncIterator]();
  t.equal((await reader.next()).value?.toString(), 'one');
  body.fail(new Error('gone'));
  await t.rejects(reader.next(), { message: 'gone' });
});

t.test('what is discarded is let in and thrown away', async (t) => {
  const { body, source } = newBody();
  body.push(Buffer.alloc(300 * KIB), false);
  t.ok(source.paused);
  body.discard();
  t.notOk(source.paused);
  body.push(Buffer.alloc(300 * KIB), true);
  t.notOk(source.paused);
  t.equal(body.receivedBytes, 600 * KIB);
});

t.test('a body is read once', async (t) => {
  const { body } = newBody();
  body.push(Buffer.from('a'), true);
  await body.bytes(10);
  await t.rejects(body.bytes(10), { message: 'the body is read twice' });
});
