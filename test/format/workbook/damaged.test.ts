import fc from 'fast-check';
import { zipSync } from 'fflate';
import t from 'tap';
import { readWorkbook } from '../../support/read-workbook.js';
import { runs } from '../../support/runs.js';
import {
  type HandMade,
  handMadeParts,
  handMadeWorkbook,
  rowsXml,
  zipOf,
} from '../../support/workbook-file.js';

const MADE: HandMade = {
  sheet: `${rowsXml([
    ['name', 'value'],
    ['A', 1],
  ])}<row r="9"><c r="A9" t="s"><v>0</v></c><c r="B9" s="1"><v>45000</v></c></row>`,
  strings: ['<t>x&amp;y</t>'],
  formats: ['yyyy-mm-dd'],
};
const GOOD = handMadeWorkbook(MADE);
const PARTS = handMadeParts(MADE);

/** Tells whether it is read, or refused in words for people. */
async function isReadOrRefused(bytes: Uint8Array): Promise<boolean> {
  try {
    await readWorkbook(bytes);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'BAD_REQUEST';
  }
}

t.test('a workbook with other bytes here and there is read or refused', async () => {
  const changes = fc.array(fc.tuple(fc.nat({ max: GOOD.length - 1 }), fc.nat({ max: 255 })), {
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(changes, fc.integer({ min: 0, max: 20 }), async (changes, cut) => {
      const bytes = Buffer.from(GOOD);
      for (const [at, byte] of changes) bytes[at] = byte;
      return isReadOrRefused(
        cut > 15 ? bytes.subarray(0, Math.floor((bytes.length * (cut - 15)) / 6)) : bytes,
      );
    }),
    { numRuns: runs(50, 300) },
  );
});

t.test('a workbook with one other bit is refused, or has the same rows', async (t) => {
  const good = await readWorkbook(GOOD);
  const same = async (bytes: Buffer): Promise<boolean> => {
    try {
      return JSON.stringify(await readWorkbook(bytes)) === JSON.stringify(good);
    } catch (error) {
      return (error as { code?: string }).code === 'BAD_REQUEST';
    }
  };
  const bit = fc.nat({ max: 8 * GOOD.length - 1 });
  await fc.assert(
    fc.asyncProperty(bit, (at) => {
      const bytes = Buffer.from(GOOD);
      bytes[at >> 3]! ^= 1 << (at & 7);
      return same(bytes);
    }),
    { numRuns: runs(40, 200) },
  );
  // A part that is called otherwise in the directory is missing.
  for (const name of ['xl/styles.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml']) {
    const bytes = Buffer.from(GOOD);
    bytes[bytes.lastIndexOf(name) + 5]! ^= 1;
    t.ok(await same(bytes), name);
  }
  // Stored as they are, changed bytes are still XML.
  const stored = Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(PARTS).map(([name, part]) => [name, Buffer.from(String(part))])),
      { level: 0 },
    ),
  );
  t.same(await readWorkbook(stored), good);
  stored[stored.indexOf('<v>1</v>') + 3] = 0x32;
  await t.rejects(readWorkbook(stored), { code: 'BAD_REQUEST', message: /sheet1\.xml has changed bytes/ });
});

t.test('what stands behind the end of the archive is left', async (t) => {
  const good = await readWorkbook(GOOD);
  const page = `<html>${'x'.repeat(100_000)}</html>`;
  for (const behind of [
    '\n',
    '{"status":1}',
    page,
    'PK\x05\x06',
    'PK\x05\x06'.repeat(10_000),
    GOOD.toString('latin1'),
  ])
    t.same(
      await readWorkbook(Buffer.concat([GOOD, Buffer.from(behind, 'latin1')])),
      good,
      behind.slice(0, 20),
    );
});

t.test('a workbook with odd XML is read or refused', async () => {
  const junk = fc.constantFrom(
    '',
    '<',
    '>',
    '"',
    "'",
    '&',
    '=',
    '<c',
    '/>',
    '<row r="',
    '0',
    '-1',
    '99999999',
    '<![CDATA[',
    '<!--',
    '\0',
    'é',
  );
  const change = fc.tuple(
    fc.constantFrom(...Object.keys(PARTS)),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat({ max: 12 }),
    junk,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const parts = { ...PARTS };
      for (const [name, share, length, text] of changes) {
        const part = String(parts[name]);
        const at = Math.floor(share * part.length);
        parts[name] = part.slice(0, at) + text + part.slice(at + length);
      }
      return isReadOrRefused(zipOf(parts));
    }),
    { numRuns: runs(83, 500) },
  );
});
