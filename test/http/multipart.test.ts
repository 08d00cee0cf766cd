import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Dicer } from '@fastify/busboy';
import fc from 'fast-check';
import t from 'tap';
import { IncomingBody } from '../../src/http/body.js';
import { type MultipartOptions, readMultipart } from '../../src/http/multipart.js';
import { runs } from '../support/runs.js';

interface Part {
  name: string;
  content: Buffer | string;
  filename?: string;
  contentType?: string;
}

interface Seen {
  name: string;
  content: string;
  filename?: string;
  contentType?: string;
}

const BOUNDARY = 'x-YZ_1';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

function formOf(parts: readonly Part[], boundary = BOUNDARY): Buffer {
  const pieces = parts.flatMap(({ name, content, filename, contentType }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const type = contentType === undefined ? '' : `\r\nContent-Type: ${contentType}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}${type}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** A body that comes in these chunks, whenever the reader is ready for them or not. */
function bodyOf(chunks: readonly Uint8Array[]): IncomingBody {
  const body = new IncomingBody(null, { pause: () => {}, resume: () => {}, cut: () => {} });
  for (const chunk of chunks) body.push(chunk, false);
  body.push(new Uint8Array(), true);
  return body;
}

function cut(bytes: Buffer, ...offsets: number[]): Buffer[] {
  const ends = [...offsets, bytes.length];
  return ends.map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
}

/** Keeps all that comes. */
function collector(): { seen: Seen[]; options: MultipartOptions } {
  const seen: Seen[] = [];
  return {
    seen,
    options: {
      maxFieldBytes: 1000,
      onField: (name, content) => {
        seen.push({ name, content });
      },
      onFile: async (name, { filename, contentType, stream }) => {
        const content = (await buffer(stream)).toString('latin1');
        seen.push({ name, content, filename, contentType });
      },
    },
  };
}

async function read(
  body: Buffer | readonly Buffer[],
  contentType = TYPE,
  more: Partial<MultipartOptions> = {},
) {
  const { seen, options } = collector();
  await readMultipart(contentType, bodyOf(Buffer.isBuffer(body) ? [body] : body), { ...options, ...more });
  return seen;
}

const META: Part = { name: 'meta', content: '{"a":1}' };
const FILE: Part = { name: 'file', content: 'a,b\r\n1,2\r\n', filename: 'f.csv', contentType: 'text/csv' };

t.test('fields and files come in the order of the body, whatever it is', async (t) => {
  t.strictSame(await read(formOf([META, FILE])), [META, FILE]);
  t.strictSame(await read(formOf([FILE, META])), [FILE, META]);
  t.strictSame(await read(formOf([META, FILE, META, FILE])), [META, FILE, META, FILE]);
});

t.test('a body may be cut anywhere', async (t) => {
  // The contents come close to the boundary in every way.
  const tricky: Part = { ...FILE, content: `\r\n--x-YZ_\r\n-\r\r\n--x-Y\n--${BOUNDARY}` };
  const bytes = formOf([META, tricky, { name: 'empty', content: '' }]);
  const expected = [META, tricky, { name: 'empty', content: '' }];
  for (let at = 0; at <= bytes.length; at++) {
    t.strictSame(await read(cut(bytes, at)), expected, `cut at ${at}`);
  }
  t.strictSame(await read(Array.from(bytes, (byte) => Buffer.of(byte))), expected, 'byte by byte');
});

t.test('large parts come whole, whether in one chunk with the last boundary or in many', async (t) => {
  for (const size of [1, 16_383, 16_384, 65_536, 65_537, 500_000]) {
    const large = { ...FILE, content: 'x'.repeat(size) };
    const bytes = formOf([large, META, large]);
    t.ok(same(await read(bytes), [large, META, large]), `${size} in one chunk`);
    t.ok(same(await read(cut(bytes, 70_000 % bytes.length)), [large, META, large]), `${size} in two chunks`);
    t.ok(same(await read(formOf([large])), [large]), `${size} alone`);
    const border = bytes.indexOf(`\r\n--${BOUNDARY}`);
    t.ok(same(await read(cut(bytes, border)), [large, META, large]), `${size} cut before a boundary`);
  }
});
const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

t.test('any form in any chunks is read as it was written', async () => {
  const content = fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'x', BOUNDARY, 'a'), maxLength: 40 });
  const part = fc
    .record({ name: fc.stringMatching(/^[a-z ]{1,8}$/), content, filename: fc.option(fc.constant('f')) })
    // The delimiter must not occur in a content, which starts after a line break.
    .filter(({ content }) => !`\r\n${content}\r\n`.includes(`\r\n--${BOUNDARY}`));
  const parts = fc.array(part, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(parts, fc.array(fc.nat(400), { maxLength: 6 }), async (parts, cuts) => {
      const form = parts.map(({ filename, ...rest }) => (filename === null ? rest : { ...rest, filename }));
      const bytes = formOf(form);
      const offsets = cuts.map((at) => Math.min(at, bytes.length)).sort((a, b) => a - b);
      const expected = form.map((part) =>
        'filename' in part ? { ...part, contentType: 'text/plain' } : part,
      );
      return same(await read(cut(bytes, ...offsets)), expected);
    }),
    { numRuns: runs(40, 200) },
  );
});

t.test('a boundary may be quoted, and have up to 70 characters of all kinds', async (t) => {
  for (const boundary of ['a b', "'()+_,-./:=?", 'y'.repeat(70)]) {
    const type = `Multipart/Form-Data; charset=utf-8; Boundary="${boundary}"`;
    t.strictSame(await read(formOf([META], boundary), type), [META], boundary);
  }
});

t.test('names and file names are UTF-8, escaped or not, or what else was sent', async (t) => {
  const nameOf = async (filename: string | Buffer) => {
    const [head, tail] = formOf([{ ...FILE, filename: '|' }])
      .toString()
      .split('|');
    const bytes = Buffer.concat([Buffer.from(head!), Buffer.from(filename), Buffer.from(tail!)]);
    return (await read(bytes))[0]?.filename;
  };
  t.equal(await nameOf('Städte – 東京 🗺.csv'), 'Städte – 東京 🗺.csv');
  t.equal(await nameOf('a \\"b\\" c.csv'), 'a "b" c.csv');
  t.equal(await nameOf('a;b=c.csv'), 'a;b=c.csv');
  t.equal(await nameOf(''), '');
  t.equal(await nameOf(Buffer.from('Stadt\u00e4.csv', 'latin1')), 'Stadt\u00e4.csv');
  t.strictSame(await read(formOf([{ name: 'straße', content: 'ü€' }])), [{ name: 'straße', content: 'ü€' }]);
});

t.test('a form without parts, or with text around them, is read', async (t) => {
  t.strictSame(await read(Buffer.from(`--${BOUNDARY}--`)), []);
  t.strictSame(await read(Buffer.from(`--${BOUNDARY}--\r\n`)), []);
  const framed = Buffer.concat([Buffer.from('preamble\r\n'), formOf([META, FILE]), Buffer.from('epilogue')]);
  t.strictSame(await read(framed), [META, FILE]);
  t.strictSame(await read([formOf([META]), Buffer.alloc(200_000, 'e')]), [META]);
});

t.test('the content type of a part keeps its parameters', async (t) => {
  const contentType = 'text/csv; charset="windows-1252"';
  t.match(await read(formOf([{ ...FILE, contentType }])), [{ contentType }]);
});

t.test('without a boundary there is nothing to read', async (t) => {
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart',
    '',
    'a/b; boundary=""',
  ]) {
    await t.rejects(
      read(formOf([META]), type),
      { code: 'BAD_REQUEST', message: /must name its boundary/ },
      type,
    );
  }
});

t.test('a boundary is what RFC 2046 calls one', async (t) => {
  for (const boundary of ['y'.repeat(71), 'y'.repeat(190), 'y'.repeat(100_000), '"a "', '" "', '"a;b"', '*'])
    await t.rejects(
      read(formOf([META], boundary.replaceAll('"', '')), `multipart/form-data; boundary=${boundary}`),
      { code: 'BAD_REQUEST', message: /^the boundary of multipart\/form-data must be 1 to 70 letters/ },
      boundary.slice(0, 10),
    );
});

t.test('whatever is sent is read or refused', async () => {
  const piece = fc.constantFrom(
    ...[
      '\r\n',
      '\r',
      '\n',
      '\r\n\r\n',
      '-',
      '--',
      ':',
      ' folded',
      '\0',
      '\xc3\xbf',
      'name="',
      '"',
      '; name=',
      'x',
    ],
    ...[
      `--${BOUNDARY}`,
      `--${BOUNDARY}--\r\n`,
      '__proto__: x',
      'Content-Disposition: ',
      'A: b\r\n'.repeat(30),
    ],
    ...['Content-Disposition: form-data; name="a"', `Content-Disposition: form-data; name="f"; filename="x"`],
    ...['Content-Type: text/plain; charset=\xff', 'y'.repeat(70_000), `${'h'.repeat(90_000)}: x\r\n`],
    formOf([META]).toString().replace('--\r\n', '\r\n'),
  );
  const cuts = fc.array(fc.nat(400), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), cuts, fc.boolean(), async (pieces, cuts, begun) => {
      const head = begun ? formOf([FILE]).toString('latin1', 0, 60) : '';
      const bytes = Buffer.from(`${head}${pieces.join('')}`, 'latin1');
      const offsets = cuts.map((at) => Math.min(at, bytes.length)).sort((a, b) => a - b);
      const outcome = await read(cut(bytes, ...offsets)).catch((error) => error.code);
      return Array.isArray(outcome) || outcome === 'BAD_REQUEST';
    }),
    { numRuns: runs(200, 1000) },
  );
});

t.test('what the parser itself throws is a bad request, too', async (t) => {
  const { _write } = Dicer.prototype;
  t.teardown(() => Object.assign(Dicer.prototype, { _write }));
  Dicer.prototype._write = () => {
    throw new RangeError('a bug of the parser');
  };
  await t.rejects(read(formOf([META])), {
    code: 'BAD_REQUEST',
    message: 'the multipart body cannot be read',
  });
});

t.test('a body that ends before its last boundary is refused, wherever it ends', async (t) => {
  const bytes = formOf([META, FILE]);
  const last = bytes.lastIndexOf('--');
  for (let length = 0; length < last + 1; length++) {
    await t.rejects(
      read(bytes.subarray(0, length)),
      { code: 'BAD_REQUEST', message: 'the multipart body ends before its last boundary' },
      `${length} bytes`,
    );
  }
});

t.test('a file that is cut short ends with an error for its reader', async (t) => {
  let ended: unknown = null;
  const bytes = formOf([FILE]);
  await t.rejects(
    read(bytes.subarray(0, -20), TYPE, {
      onFile: async (_, { stream }) => {
        try {
          for await (const _ of stream);
          ended = 'well';
        } catch (error) {
          ended = error;
        }
      },
    }),
    { code: 'BAD_REQUEST' },
  );
  t.type(ended, Error);
});

t.test('a part without a name is refused', async (t) => {
  for (const head of [
    '\r\n\r\n',
    '\r\nContent-Type: text/csv\r\n\r\n',
    '\r\nContent-Disposition: form-data\r\n\r\n',
    '\r\nContent-Disposition: form-data; filename="f"\r\n\r\n',
    '\r\nContent-Disposition\r\n\r\n',
    '\r\nX: y\r\n',
    '',
  ]) {
    const bytes = Buffer.from(`--${BOUNDARY}${head}content\r\n--${BOUNDARY}--\r\n`);
    await t.rejects(read(bytes), { code: 'BAD_REQUEST', message: /has no name/ }, JSON.stringify(head));
  }
});

t.test('a field over the limit is refused before all of it has come', async (t) => {
  t.strictSame((await read(formOf([{ name: 'f', content: 'x'.repeat(1000) }])))[0]?.content.length, 1000);
  const message = 'the part "f" is larger than the limit of 1000 bytes';
  await t.rejects(read(formOf([{ name: 'f', content: 'x'.repeat(1001) }])), { code: 'BAD_REQUEST', message });
  const body = new IncomingBody(null, { pause: () => {}, resume: () => {}, cut: () => {} });
  body.push(formOf([{ name: 'f', content: 'x'.repeat(100_000) }]).subarray(0, 90_000), false);
  await t.rejects(readMultipart(TYPE, body, collector().options), { code: 'BAD_REQUEST', message });
});

t.test('a field that is not UTF-8 is refused', async (t) => {
  await t.rejects(read(formOf([{ name: 'f', content: Buffer.of(0xff) }])), {
    code: 'BAD_REQUEST',
    message: 'the part "f" is not UTF-8',
  });
});

t.test('too many parts are refused', async (t) => {
  t.equal((await read(formOf(Array(20).fill(META)))).length, 20);
  await t.rejects(read(formOf(Array(21).fill(META))), { code: 'BAD_REQUEST', message: /more than 20 parts/ });
  await t.rejects(read(formOf(Array(100_000).fill({ name: 'f', content: '' }))), { message: /more than 20/ });
});

t.test(
  'too many parts are refused when the parts before them were handed over, however the bytes are cut',
  async (t) => {
    const form = formOf(Array(21).fill({ name: 'f', content: 'text' }));
    for (const cuts of [[], [1000], [form.length - 1], Array.from({ length: form.length }, (_, i) => i)]) {
      const { seen, options } = collector();
      await t.rejects(readMultipart(TYPE, bodyOf(cut(form, ...cuts)), options), { message: /more than 20/ });
      t.equal(seen.length, 20);
    }
  },
);

t.test('a head of a part that does not end is refused, and costs no memory', async (t) => {
  const body = new IncomingBody(null, { pause: () => {}, resume: () => {}, cut: () => {} });
  const reading = t.rejects(readMultipart(TYPE, body, collector().options), { code: 'BAD_REQUEST' });
  body.push(Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="`), false);
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 1000; i++) {
    body.push(Buffer.alloc(65_536, 'x'), false);
    if (i % 10 === 0) await delay(0);
  }
  body.push(Buffer.alloc(0), true);
  await reading;
  t.ok(process.memoryUsage().rss - before < 40 * 2 ** 20);
});

t.test('what a callback throws ends the reading, and no callback runs on', async (t) => {
  for (const callback of ['onField', 'onFile'] as const) {
    let calls = 0;
    const reading = read(formOf([META, FILE, META, FILE]), TYPE, {
      [callback]: async () => {
        calls++;
        throw new Error('enough');
      },
    });
    await t.rejects(reading, { message: 'enough' });
    await delay(5);
    t.equal(calls, 1);
  }
});

t.test('what a callback leaves unread is skipped', async (t) => {
  const large = { ...FILE, content: 'x'.repeat(300_000) };
  const seen: string[] = [];
  await read(cut(formOf([large, META, large, META]), 150_000, 400_000), TYPE, {
    onFile: async (name) => {
      seen.push(name);
    },
    onField: (name) => {
      seen.push(name);
    },
  });
  t.same(seen, ['file', 'meta', 'file', 'meta']);
});

t.test('a body that fails ends the file that is being read, and the reading', async (t) => {
  const gone = new Error('the peer has gone');
  const body = new IncomingBody(null, { pause: () => {}, resume: () => {}, cut: () => {} });
  let ended: unknown = null;
  const reading = readMultipart(TYPE, body, {
    ...collector().options,
    onFile: async (_, { stream }) => {
      try {
        for await (const _ of stream);
      } catch (error) {
        ended = error;
        throw error;
      }
    },
  });
  body.push(formOf([FILE]).subarray(0, -20), false);
  setTimeout(() => body.fail(gone), 5);
  await t.rejects(reading, gone);
  t.equal(ended, gone);
});

t.test('a slow reader of a file holds the source back', async (t) => {
  const CHUNK = Buffer.alloc(64 * 1024, 'x');
  const CHUNKS = 200;
  let paused = false;
  let wake = () => {};
  const body = new IncomingBody(null, {
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
      wake();
    },
    cut: () => {},
  });
  let pushed = 0;
  let read = 0;
  let mostAhead = 0;
  const send = async () => {
    const [head, tail] = cut(
      formOf([{ ...FILE, content: '|' }]),
      formOf([{ ...FILE, content: '|' }]).indexOf('|'),
    );
    body.push(head!, false);
    for (let i = 0; i < CHUNKS; i++) {
      if (paused)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      body.push(CHUNK, false);
      pushed += CHUNK.length;
      mostAhead = Math.max(mostAhead, pushed - read);
    }
    body.push(tail!, true);
  };
  const reading = readMultipart(TYPE, body, {
    ...collector().options,
    onFile: async (_, { stream }) => {
      for await (const chunk of stream) {
        read += chunk.length;
        if (read % (40 * CHUNK.length) === 0) await delay(2);
      }
    },
  });
  await Promise.all([send(), reading]);
  t.equal(read, CHUNKS * CHUNK.length + 1);
  t.ok(mostAhead <= 1024 * 1024, `${mostAhead} bytes ahead of the reader`);
});

t.test('a reader that stops early leaves the rest to be skipped', async (t) => {
  const large = { ...FILE, content: 'x'.repeat(300_000) };
  const fields: string[] = [];
  await read(cut(formOf([large, META]), 100_000, 200_000), TYPE, {
    onFile: async (_, { stream }) => {
      for await (const _ of stream) break;
    },
    onField: (name) => {
      fields.push(name);
    },
  });
  t.same(fields, ['meta']);
});

t.test('parts that fill a buffer to the brim just before a boundary are read', async (t) => {
  // A piece that looks like the boundary at the end of a chunk, and is none, is handed over right before the
  // real one.
  for (const size of [16_370, 16_379, 16_380, 16_384, 65_530, 65_531, 65_536]) {
    const content = `${'x'.repeat(size)}\r\n--x`;
    const bytes = formOf([{ ...FILE, content }, META]);
    const border = bytes.indexOf(`\r\n--${BOUNDARY}`);
    t.ok(same(await read(cut(bytes, border, border + 13)), [{ ...FILE, content }, META]), `${size}`);
  }
});
