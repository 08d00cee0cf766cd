import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';

const LOG = new URL('../../src/base/log.js', import.meta.url).href;

/** Lines that a program that logs leaves on stderr, by its lines' messages. */
async function messagesOf(code: string): Promise<string[]> {
  const program = `import { createBackgroundLog, createLog } from '${LOG}'; ${code}`;
  const { stderr } = await promisify(execFile)(
    'env',
    // tap's loader is none of its business.
    ['-u', 'NODE_OPTIONS', process.execPath, '--input-type=module', '-e', program],
    { maxBuffer: 1e8 },
  ).catch((error: { stderr: string }) => error);
  return stderr.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line).msg] : []));
}

const NUMBERS = Array.from({ length: 5000 }, (_, i) => String(i));
const COUNT = `for (let i = 0; i < 5000; i++) log.info({ text: 'x'.repeat(100) }, String(i));`;

t.test('the last line before an exit is there, whatever ends the process', async (t) => {
  for (const end of ['process.exit(0)', 'process.exit(1)', 'setTimeout(() => process.exit(0), 1)', 'throw 1'])
    t.same(await messagesOf(`const log = createLog('info'); ${COUNT} ${end}`), NUMBERS, end);
});

t.test('lines that are written in the background come all, in their order, when there is time', async (t) => {
  t.same(await messagesOf(`const log = createBackgroundLog('info'); ${COUNT}`), NUMBERS);
});

t.test('at an exit those that wait are written', async (t) => {
  const seen = await messagesOf(`const log = createBackgroundLog('info'); ${COUNT} process.exit(0)`);
  t.same(seen.slice(-4000), NUMBERS.slice(-4000));
});

t.test('lines of both do not mix', async (t) => {
  const seen = await messagesOf(
    `const log = createBackgroundLog('info'); const other = createLog('info');
     for (let i = 0; i < 200; i++) setTimeout(() => {
       for (let j = 0; j < 20; j++) log.info({ text: 'x'.repeat(200) }, 'background');
       other.info({ text: 'y'.repeat(200) }, 'at once');
     }, i);`,
  );
  t.equal(seen.filter((msg) => msg === 'background').length, 4000);
  t.equal(seen.filter((msg) => msg === 'at once').length, 200);
});
