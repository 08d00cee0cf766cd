import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { carryTrace } from '../../src/base/tracing/carried.js';
import { joinTrace } from '../../src/base/tracing/trace.js';
import { ImageFailed } from '../../src/images/renderer.js';
import { Renderers, type RenderersOptions, renderProcesses } from '../../src/images/renderers.js';
import { pictureOptions } from '../support/pictures/picture-options.js';
import { recordLog } from '../support/recorded-log.js';

const DATABASE = 'postgres://nobody:p4ssw0rd-of-this-test@127.0.0.1:9/none';
const NEVER = new AbortController().signal;

function arrange(t: Test, options: Partial<RenderersOptions> = {}) {
  const { log, entries } = recordLog();
  const renderers = new Renderers({
    databaseUrl: DATABASE,
    satellite: { tilesUrl: null, tileDirectory: '' },
    version: () => '1',
    log,
    processes: 1,
    entry: new URL('./stand-in-renderer.js', import.meta.url),
    ...options,
  });
  t.teardown(() => renderers.close());
  const directory = t.testdir();
  const pathOf = (file: string): string => join(directory, file);
  const draw = (mapName: string, file = 'picture', signal: AbortSignal = NEVER) =>
    renderers.render({ mapId: 7, mapName, options: pictureOptions({ preset: 'us' }) }, pathOf(file), signal);
  const read = (file = 'picture') => JSON.parse(readFileSync(pathOf(file), 'utf8'));
  const pid = async (): Promise<number> => {
    await draw('draws', 'probe');
    return read('probe').pid;
  };
  return { renderers, entries, pathOf, draw, read, pid };
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // One that has ended and whose parent has not asked is a zombie.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
const untilGone = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await delay(10);
};
const untilThere = async (path: string): Promise<void> => {
  while (!existsSync(path)) await delay(5);
};

const failureOf = (picture: Promise<unknown>): Promise<Error> =>
  picture.then(
    () => new Error('it was drawn'),
    (error) => error,
  );

t.test(
  'one process draws picture after picture, and is told of the database where nobody sees it',
  async (t) => {
    const { draw, read, renderers } = arrange(t);
    const { bytes } = await draw('draws');
    const first = read();
    t.equal(bytes, readFileSync(join(t.testdirName, 'picture')).length);
    t.equal(first.databaseUrl, DATABASE);
    t.same(first.argv, []);
    t.notMatch(readFileSync(`/proc/${first.pid}/cmdline`, 'utf8'), 'p4ssw0rd-of-this-test');
    t.notMatch(readFileSync(`/proc/${first.pid}/environ`, 'utf8'), 'p4ssw0rd-of-this-test');
    await draw('draws');
    t.match(read(), { pid: first.pid, asked: 2 });
    t.same(renderers.pids, [first.pid]);
  },
);

t.test('it gives way to the process that answers requests, all of its threads', async (t) => {
  const { pid } = arrange(t);
  const process = await pid();
  const niceness = readdirSync(`/proc/${process}/task`).map(
    (thread) => readFileSync(`/proc/${process}/task/${thread}/stat`, 'utf8').split(') ')[1]!.split(' ')[16],
  );
  t.same([...new Set(niceness)], ['5']);
});

t.test('two are drawn at a time by two processes, and a third one waits', async (t) => {
  const { draw, read, renderers } = arrange(t, { processes: 2 });
  await Promise.all(['a', 'b', 'c'].map((file) => draw('draws', file)));
  t.equal(new Set(['a', 'b', 'c'].map((file) => read(file).pid)).size, 2);
  t.equal(renderers.pids.length, 2);
});

t.test('up to four threads for imports leave room for one', async (t) => {
  t.same([1, 4, 5, 64].map(renderProcesses), [1, 1, 2, 2]);
});

t.test('what computes too long is ended for good, and the next picture is drawn', async (t) => {
  const { draw, pathOf, renderers } = arrange(t, { mostCpuMs: 1_000 });
  renderers.warmUp();
  const looping = renderers.pids[0]!;
  const failure = await failureOf(draw('loops'));
  t.ok(failure instanceof ImageFailed);
  t.match(failure, {
    message: /^the picture took over 1 s of processor time, the most that one may take/,
    cpuMs: 1_000,
  });
  t.notOk(isAlive(looping));
  t.notOk(existsSync(pathOf('picture')));
  await draw('draws');
});

t.test('computing of earlier pictures does not count', async (t) => {
  const { draw, renderers } = arrange(t, { mostCpuMs: 900 });
  for (let i = 0; i < 3; i++) t.ok((await draw('computes for 0.4 s')).cpuMs >= 400);
  t.equal(renderers.pids.length, 1);
});

t.test(
  'one that only waits computes nothing, and may be tried again when it has waited too long',
  async (t) => {
    const { draw } = arrange(t, { deadlineMs: 8_000, mostCpuMs: 100_000 });
    const stuck = failureOf(draw('waits', 'first'));
    await draw('draws', 'second');
    const failure = await stuck;
    t.notOk(failure instanceof ImageFailed);
    t.match(failure.message, 'the picture was not drawn within 8 s');
  },
);

t.test('a picture that ends its process is tried once more, in another one', async (t) => {
  const { draw, read, pathOf, entries } = arrange(t);
  await draw('aborts once');
  t.not(String(read().pid), readFileSync(pathOf('picture.begun'), 'utf8'));
  t.match(
    entries.find(({ msg }) => msg === 'lost a process while it drew a picture'),
    { err: { message: 'the process that drew it ended (SIGABRT)' }, deaths: 1 },
  );
});

t.test('and when it ends that one, too, it fails with a reason, and the next one is drawn', async (t) => {
  const { draw, pathOf } = arrange(t);
  for (const deed of ['aborts', 'exits']) {
    const failure = await failureOf(draw(deed));
    t.ok(failure instanceof ImageFailed);
    t.equal(failure.message, 'the picture could not be drawn: 2 processes ended while they drew it');
    t.notOk(existsSync(pathOf('picture')));
  }
  await draw('draws');
});

t.test('an abort ends the process in the middle, and nothing is left behind', async (t) => {
  const { draw, pathOf, pid } = arrange(t);
  const controller = new AbortController();
  const drawing = draw('loops', 'picture', controller.signal);
  await untilThere(pathOf('picture.begun'));
  const looping = Number(readFileSync(pathOf('picture.begun'), 'utf8'));
  controller.abort(new Error('cancelled'));
  await t.rejects(drawing, { message: 'cancelled' });
  t.notOk(isAlive(looping));
  t.notOk(existsSync(pathOf('picture')));
  t.not(await pid(), looping);
});

t.test('whoever is aborted in line leaves it', async (t) => {
  const { draw, pathOf } = arrange(t);
  const [first, second] = [new AbortController(), new AbortController()];
  const drawing = draw('waits', 'first', first.signal);
  const waiting = draw('draws', 'second', second.signal);
  const behind = draw('draws', 'third');
  second.abort(new Error('cancelled'));
  await t.rejects(waiting, { message: 'cancelled' });
  first.abort(new Error('cancelled, too'));
  await t.rejects(drawing, { message: 'cancelled, too' });
  await behind;
  t.notOk(existsSync(pathOf('second')));
  await t.rejects(draw('draws', 'fourth', second.signal), { message: 'cancelled' });
});

t.test('a process is replaced after so many pictures, and the next one is there already', async (t) => {
  const { renderers, pid } = arrange(t, { maxPictures: 2 });
  const pids = [await pid(), await pid()];
  const [next] = renderers.pids;
  pids.push(await pid(), await pid());
  t.equal(pids[0], pids[1]);
  t.equal(pids[2], pids[3]);
  t.not(pids[1], pids[2]);
  t.ok(next === pids[2] || renderers.pids.length <= 2);
  await untilGone(pids[0]!);
});

t.test('and when it has kept too much memory', async (t) => {
  const { draw, pid } = arrange(t, { maxRssBytes: 160 * 1024 * 1024 });
  const first = await pid();
  t.equal(await pid(), first);
  for (let i = 0; i < 3; i++) await draw('leaks');
  t.not(await pid(), first);
  await untilGone(first);
});

t.test(
  'it ends when there is nothing to draw, or from outside, and another one comes when there is',
  async (t) => {
    const { pid, renderers } = arrange(t, { idleMs: 50 });
    const first = await pid();
    await untilGone(first);
    while (renderers.pids.length > 0) await delay(5);
    t.not(await pid(), first);

    const other = arrange(t);
    const killed = await other.pid();
    process.kill(killed, 'SIGKILL');
    await untilGone(killed);
    t.not(await other.pid(), killed);
  },
);

t.test('what it writes to stderr is told in lines, bounded', async (t) => {
  const { draw, entries, renderers } = arrange(t);
  await draw('warns');
  await renderers.close();
  const told = () =>
    entries.filter(({ msg }) => msg === 'received a line on stderr of a process that draws pictures');
  // The pipe may be read to its end after the process has gone.
  while (told().length < 51) await delay(10);
  const lines = told();
  t.equal(lines.length, 51);
  t.equal(lines[0]!.line, 'line');
  t.equal(lines[50]!.line, 'and 21 more lines');
});

t.test('one that does not stop writing is ended', async (t) => {
  const { draw, entries } = arrange(t);
  t.ok((await failureOf(draw('floods'))) instanceof ImageFailed);
  t.equal(entries.filter(({ msg }) => msg.includes('does not stop writing to stderr')).length, 2);
  t.ok(JSON.stringify(entries).length < 300_000);
});

t.test(
  'one that answers what it was not asked is ended, and the next picture is drawn by another',
  async (t) => {
    const { draw, pid } = arrange(t);
    await draw('says too much').catch(() => {});
    await pid();
  },
);

t.test('errors come over with what the job needs of them, and no more', async (t) => {
  const { draw, pathOf } = arrange(t);
  const failure = await failureOf(draw('cannot be drawn'));
  t.ok(failure instanceof ImageFailed);
  t.equal(failure.message, 'it has no sides');
  const error: NodeJS.ErrnoException = await failureOf(draw('has no database'));
  t.notOk(error instanceof ImageFailed);
  t.equal(error.code, 'ECONNREFUSED');
  t.equal(error.message.length, 500);
  t.notOk(existsSync(pathOf('picture')));
});

t.test('when it is closed, pictures under way and in line fail, and no process is left', async (t) => {
  const { draw, pathOf, renderers } = arrange(t);
  const drawing = [draw('loops'), draw('draws', 'second')];
  await untilThere(pathOf('picture.begun'));
  const looping = Number(readFileSync(pathOf('picture.begun'), 'utf8'));
  const failing = drawing.map((picture) => t.rejects(picture, { message: 'the service stops' }));
  await renderers.close();
  await Promise.all(failing);
  t.notOk(isAlive(looping));
  await t.rejects(draw('draws'), { message: 'the service stops' });
  t.same(renderers.pids, []);
});

t.test('no process outlives a service that was killed, not even in the middle of a loop', async (t) => {
  const directory = t.testdir();
  for (const deed of ['draws', 'waits', 'loops']) {
    const service = fork(new URL('./drawing-service.js', import.meta.url), [join(directory, deed), deed], {
      execArgv: [],
    });
    await untilThere(join(directory, `${deed}.begun`));
    const drawing = Number(readFileSync(join(directory, `${deed}.begun`), 'utf8'));
    service.kill('SIGKILL');
    await once(service, 'exit');
    await untilGone(drawing);
  }
  t.pass('they are gone');
});

t.test('sixty pictures leave little behind in the process that asks for them', async (t) => {
  const { draw } = arrange(t, { maxPictures: 20 });
  await draw('draws');
  const beforeBytes = process.memoryUsage.rss();
  for (let i = 0; i < 60; i++) await draw('draws');
  t.ok(process.memoryUsage.rss() - beforeBytes < 50 * 1024 * 1024);
});

t.test('the process that draws, and the line of a picture, are told the trace of the job', async (t) => {
  const { draw, read, entries } = arrange(t);
  const trace = joinTrace('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01')!;
  const { signal } = new AbortController();
  carryTrace(signal, trace);
  await draw('draws', 'traced', signal);
  t.same(read('traced').trace, trace);
  t.match(entries, [{ msg: 'drew a picture', trace_id: trace.traceId, span_id: trace.spanId }]);
  await draw('draws', 'untraced');
  t.equal(read('untraced').trace, null);
  t.notOk('trace_id' in entries[1]!);
});
