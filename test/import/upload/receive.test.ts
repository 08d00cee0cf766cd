import t from 'tap';
import type { DurableFile } from '../../../src/import/spool/uploaded.js';
import { receiveCsv, receiveJson } from '../../../src/import/upload/receive.js';
import type { ReceiveLimits } from '../../../src/import/upload/receiver.js';

const BYTES_OF_CHUNK = 10_000;

/** Receives a text in chunks, some of which are within the head of a file. */
async function receive(format: 'csv' | 'json', text: string, limits: Partial<ReceiveLimits>) {
  const bytes = Buffer.from(text);
  let sent = 0;
  const body = (async function* () {
    for (; sent < bytes.length; sent += BYTES_OF_CHUNK) yield bytes.subarray(sent, sent + BYTES_OF_CHUNK);
  })();
  const stored: Buffer[] = [];
  const file = {
    write: async (chunk: Buffer) => void stored.push(Buffer.from(chunk)),
    read: async (startByte: number, endByte: number) => Buffer.concat(stored).subarray(startByte, endByte),
  } as unknown as DurableFile;
  const all = { maxBytes: 10_000_000, maxRows: 100, ...limits };
  const received = format === 'csv' ? receiveCsv(body, file, all, null) : receiveJson(body, file, all);
  const failure = await received.then(
    () => null,
    (error: Error) => error.message,
  );
  return { failure, sent, stored: Buffer.concat(stored).toString() };
}

const csv = (rows: number): string => `name,lat,lng\n${'A,1,2\n'.repeat(rows)}`;
const json = (rows: number): string =>
  JSON.stringify({ markers: Array(rows).fill({ name: 'A', lat: 1, lng: 2 }) });

for (const [format, textOf] of [
  ['csv', csv],
  ['json', json],
] as const) {
  t.test(`${format}: an upload of unknown length is refused as soon as it is too long`, async (t) => {
    const text = textOf(20_000);
    const { length } = Buffer.from(text);
    t.match(await receive(format, text, { maxBytes: length, maxRows: 20_000 }), {
      failure: null,
      stored: text,
    });
    const limited = await receive(format, text, { maxBytes: 80_000, maxRows: 20_000 });
    t.equal(limited.failure, 'the upload is larger than the limit of 80000 bytes');
    t.ok(limited.sent <= 80_000 + BYTES_OF_CHUNK, 'the rest is not read');
    t.equal(
      (await receive(format, text, { maxBytes: length - 1, maxRows: 20_000 })).failure,
      `the upload is larger than the limit of ${length - 1} bytes`,
    );
  });

  t.test(`${format}: one row too many is refused`, async (t) => {
    const text = textOf(5);
    t.equal((await receive(format, text, { maxRows: 5 })).failure, null);
    t.equal(
      (await receive(format, text, { maxRows: 4 })).failure,
      "the upload has more rows than the plan's limit of 4",
    );
  });
}
