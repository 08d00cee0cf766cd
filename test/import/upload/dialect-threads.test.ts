import { setTimeout as delay } from 'node:timers/promises';
import iconv from 'iconv-lite';
import t from 'tap';
import { NOTHING_DECLARED } from '../../../src/format/declared-dialect.js';
import type { UploadFile } from '../../../src/import/spool/uploaded.js';
import { DialectThreads, type Rewriter } from '../../../src/import/upload/dialect-threads.js';
import { ANYWHERE } from '../../../src/import/upload/open-table.js';
import { receiveCsv } from '../../../src/import/upload/receive.js';
import { caller, twoTurns, watchThreads } from '../../support/started-threads.js';

const MYSQL = {
  charset: null,
  dialect: { delimiter: ';', quote: "'", escape: '\\', comment: '#', firstLine: 1, maxColumns: 5000 },
  preambleBytes: 0,
};
/**
 * Chunks of 64 KiB: those of the long cell are read at once; one of odd cells takes minutes behind these 7
 * MB.
 */
const LONG_CELL = Buffer.alloc(7 << 20, 'x');
const ODD_CELLS = Buffer.from("\n'a'b".repeat((64 << 10) / 5 + 1));
const { started, allGone } = watchThreads(t);

async function read(rewriter: Rewriter, ...chunks: Buffer[]): Promise<string> {
  const parts: Buffer[] = [];
  for (const chunk of chunks) for await (const part of rewriter.push(chunk)) parts.push(part);
  for await (const part of rewriter.finish()) parts.push(part);
  return Buffer.concat(parts).toString();
}

t.test('a file of many chunks is read by a thread, which ends with it', async (t) => {
  const rewriter = await new DialectThreads(twoTurns()).start(MYSQL, caller(1));
  const lines = Array.from({ length: 30_000 }, (_, i) => `'a\\'${i}';b`).join('\n');
  const text = await read(rewriter, Buffer.from("# it's\n"), Buffer.from(lines));
  t.equal(text, `\n${lines.replaceAll(/'a\\'(\d+)'/g, "a'$1")}\n`);
  t.equal(started.length, 1);
  await rewriter.end();
  await allGone();
});

t.test('what is refused is told as it is', async (t) => {
  const rewriter = await new DialectThreads(twoTurns()).start(MYSQL, caller(1));
  await t.rejects(read(rewriter, Buffer.from("a\n'b")), { code: 'BAD_REQUEST', message: /^Unterminated/ });
  await rewriter.end();
  await allGone();
});

t.test('two files are read at a time; a third waits for the end of one of them', async (t) => {
  const threads = new DialectThreads(twoTurns());
  const [first, second] = await Promise.all([
    threads.start(MYSQL, caller(1)),
    threads.start(MYSQL, caller(2)),
  ]);
  const impatient = new AbortController();
  const fourth = threads.start(MYSQL, caller(1, impatient.signal));
  let isRead = false;
  const third = threads.start(MYSQL, caller(1)).then(async (rewriter) => {
    isRead = true;
    return { rewriter, text: await read(rewriter, Buffer.from("'c'")) };
  });
  impatient.abort(new Error('gone'));
  await t.rejects(fourth, /gone/);
  t.equal(await read(second!, Buffer.from("'b'")), 'b\n');
  await delay(20);
  t.notOk(isRead);
  t.equal(started.length, 2);
  await first!.end();
  const { rewriter, text } = await third;
  t.equal(text, 'c\n');
  await Promise.all([second!.end(), rewriter.end()]);
  await allGone();
});

t.test('a client that leaves ends its thread at once, in the middle of a chunk too', async (t) => {
  const client = new AbortController();
  const rewriter = await new DialectThreads(twoTurns()).start(MYSQL, caller(1, client.signal));
  for await (const part of rewriter.push(LONG_CELL)) t.equal(part.length, 0);
  const reading = read(rewriter, ODD_CELLS, ODD_CELLS);
  setTimeout(() => client.abort(new Error('the client is gone')), 100);
  await t.rejects(reading, /the client is gone/);
  await allGone();
  await t.rejects(read(rewriter, Buffer.from('a')), /the client is gone/);
  await rewriter.end();
});

t.test('a chunk that takes too long ends the thread, and is told why', async (t) => {
  const rewriter = await new DialectThreads(twoTurns(), { deadlineMs: 3000 }).start(MYSQL, caller(1));
  await t.rejects(read(rewriter, LONG_CELL, ODD_CELLS, ODD_CELLS), {
    code: 'BAD_REQUEST',
    message: /takes too long to read: more than 3 s for 64 KiB\. Quotes that do not enclose whole cells/,
  });
  await allGone();
  await rewriter.end();
});

t.test('a thread that dies fails the file and leaves its turn', async (t) => {
  const threads = new DialectThreads(twoTurns());
  for (let i = 0; i < 3; i++) {
    const rewriter = await threads.start(
      { ...MYSQL, dialect: { ...MYSQL.dialect, comment: 7 as unknown as string } },
      caller(1),
    );
    await t.rejects(read(rewriter, Buffer.from('a')), /comment must be a buffer or a string/);
    await rewriter.end();
  }
  await allGone();
});

/** Bytes that a CSV file becomes in the spool, and what threads were asked for. */
async function receive(bytes: Buffer, charset: string, quote = '"') {
  const threads = new DialectThreads(twoTurns());
  const asked: (string | null)[] = [];
  const written: Buffer[] = [];
  const file: UploadFile = {
    write: async (chunk) => void written.push(Buffer.from(chunk)),
    read: async (from, to) => Buffer.concat(written).subarray(from, to),
  };
  const body = (async function* () {
    for (let at = 0; at < bytes.length; at += 9999) yield bytes.subarray(at, at + 9999);
  })();
  const reading = {
    declared: { ...NOTHING_DECLARED, quote, escape: quote },
    startRewriter: (options: Parameters<DialectThreads['start']>[0]) => {
      asked.push(options.charset);
      return threads.start(options, caller(1));
    },
    where: ANYWHERE,
  };
  const upload = await receiveCsv(body, file, { maxBytes: 1 << 30, maxRows: 1e6 }, charset, reading);
  return { text: Buffer.concat(written).toString(), asked, rows: upload.rows, encoding: upload.encoding };
}

t.test(
  'a file in a declared charset is transcoded on the thread that rewrites it, unless it is short',
  async (t) => {
    const head = 'sep=;\nname;lat;lng;Город\n';
    const short = `${head}А;1;2;Ж東\n`;
    const long = head + 'А;1;2;Жук\n'.repeat(20_000);
    const read = { rows: 20_000, encoding: 'utf-8' };
    for (const charset of ['windows-1251', 'gb18030', 'utf-32le', 'koi8-r'])
      t.same(
        await receive(iconv.encode(long, charset), charset),
        { ...read, text: long, asked: [charset] },
        charset,
      );
    for (const charset of ['utf-8', 'utf-16le', 'utf-16be'])
      t.same(
        await receive(iconv.encode(long, charset), charset),
        { ...read, text: long, asked: [] },
        charset,
      );
    t.match(await receive(iconv.encode(short, 'gb18030'), 'gb18030'), { text: short, asked: [] });
    const quoted = long.replaceAll('Жук', "'Жук;'");
    t.same(await receive(iconv.encode(quoted, 'windows-1251'), 'windows-1251', "'"), {
      ...read,
      text: quoted.replaceAll("'", '"'),
      asked: ['windows-1251'],
    });
    t.same(await receive(Buffer.from(quoted), 'utf-8', "'"), {
      ...read,
      text: quoted.replaceAll("'", '"'),
      asked: [null],
    });
    await allGone();
  },
);
