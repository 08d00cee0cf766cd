import { type ChildProcess, spawn } from 'node:child_process';
import t, { type Test } from 'tap';
import { ownMetrics } from '../../../src/base/processes/own-metrics.js';
import { processRoles } from '../../../src/base/processes/process-roles.js';
import { Supervisor } from '../../../src/base/processes/supervisor.js';
import { START_CHILD_MS } from '../../../src/commands/child-times.js';
import { GIVE_UP_AFTER_MS } from '../../../src/store/migrate.js';
import { until } from '../../support/cartload-process.js';
import { type RecordedLog, recordLog } from '../../support/recorded-log.js';

/** Ready at once, and what `more` does besides. */
const READY = (more = '') => `
  const at = 'http://127.0.0.1/v1';
  process.on('disconnect', () => process.exit());
  process.on('message', ({ ask, id }) => {
    ${more}
    process.send({ answer: id, content: ask === 'start' ? at : [] });
    if (ask === 'retire') process.exit(0);
  });`;

interface Kept extends RecordedLog {
  supervisor: Supervisor;
  /** All that were started. */
  processes: ChildProcess[];
}

/**
 * A supervisor of two processes that run so many programs, one after the other; then the last again and
 * again.
 */
function supervise(t: Test, ...given: readonly (string | { startMs?: number; beatMs?: number })[]): Kept {
  const programs = given.filter((each): each is string => typeof each === 'string');
  const [first] = given;
  const { startMs = 60_000, beatMs = 60_000 } = typeof first === 'object' ? first : {};
  const recorded = recordLog();
  const processes: ChildProcess[] = [];
  const supervisor = new Supervisor({
    log: recorded.log,
    places: processRoles({ role: 'http', processes: 2, port: 1, workers: 2 }),
    launch: () => {
      const program = programs[Math.min(processes.length, programs.length - 1)]!;
      const child = spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, '-e', program], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      processes.push(child);
      return child;
    },
    startMs,
    stopMs: 300,
    beatMs,
  });
  t.teardown(() => supervisor.stop());
  return { supervisor, processes, ...recorded };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

t.test('processes that answer share the threads, and jobs have a process with all of them', async (t) => {
  const places = processRoles({ role: 'all', processes: 3, port: 8080, workers: 8 });
  t.same(
    places.map(({ role, workers }) => [role, workers]),
    [
      ['http', 2],
      ['http', 2],
      ['http', 2],
      ['jobs', 8],
    ],
  );
  t.same(processRoles({ role: 'http', processes: 1, port: 8080, workers: 1 }), [
    { role: 'http', port: 8080, workers: 1 },
  ]);
});

t.test('one that cannot start ends them all, with its own reason', async (t) => {
  const failing = `process.on('message', ({ id }) => process.send({ answer: id, error: 'no secret' }))`;
  const { supervisor, processes } = supervise(t, READY(), failing);
  await t.rejects(supervisor.start(), { message: 'no secret' });
  t.same(processes.map(hasEnded), [true, true]);
});

t.test('one that ends while it starts is named by its end', async (t) => {
  const { supervisor } = supervise(t, READY(), 'process.exit(7)');
  await t.rejects(supervisor.start(), {
    message: 'a process with the role http ended with 7 before it was ready',
  });
});

t.test('one that ends is started again, each time later', async (t) => {
  const dying = READY(`setTimeout(() => process.exit(3), 20);`);
  const { supervisor, processes, entries } = supervise(t, READY(), dying, dying, READY());
  await supervisor.start();
  await until(async () => processes.length === 4);
  const restarts = entries.filter(({ msg }) => msg === 'lost a process: starting another in its place');
  t.match(restarts, [
    { level: 50, role: 'http', pid: processes[1]!.pid, code: 3, signal: null, restartInMs: 100 },
    { level: 50, role: 'http', pid: processes[2]!.pid, code: 3, signal: null, restartInMs: 200 },
  ]);
  t.notOk(hasEnded(processes[0]!), 'the other goes on');
});

t.test('one that hangs is killed and replaced, and one that is only late is not', async (t) => {
  const once =
    "globalThis.beats = (globalThis.beats ?? 0) + (ask === 'beat'); if (ask === 'beat' && beats === 1) return;";
  const { supervisor, processes, entries } = supervise(
    t,
    { beatMs: 1000 },
    READY(once),
    READY(),
    READY(once),
  );
  await supervisor.start();
  processes[1]!.kill('SIGSTOP');
  await until(async () => processes.length === 3);
  t.match(
    entries.filter(({ level }) => level === 50),
    [{ pid: processes[1]!.pid, signal: 'SIGKILL', missedBeats: 3 }],
  );
  t.notOk(hasEnded(processes[0]!), 'the other goes on');
});

t.test('processes that leave a beat unanswered are told by role', async (t) => {
  const place = { role: 'http' as const, port: 1, workers: 1 };
  const child = (isReady: boolean, missedBeats: number) => ({ place, child: { isReady, missedBeats } });
  const slots = [child(true, 0), child(true, 1), child(true, 2), child(false, 1), { place, child: null }];
  const families = await ownMetrics(slots).families();
  t.match(families.find(({ name }) => name === 'cartload_processes_silent')?.values, [
    { labels: { role: 'http' }, value: 2 },
  ]);
});

t.test('one that does not end in time is killed, and none is started again', async (t) => {
  const deaf = READY(`process.on('SIGTERM', () => {});`);
  const { supervisor, processes } = supervise(t, READY(), deaf);
  await supervisor.start();
  await supervisor.stop();
  t.same(
    processes.map(({ signalCode }) => signalCode),
    ['SIGTERM', 'SIGKILL'],
  );
});

t.test('they are replaced one after the other, and go on where a new one does not start', async (t) => {
  const { supervisor, processes, entries } = supervise(t, READY(), READY(), READY(), 'process.exit(1)');
  await supervisor.start();
  await Promise.all([supervisor.roll(), supervisor.roll()]);
  t.same(processes.map(hasEnded), [true, false, false, true], 'the first was replaced, the second was not');
  t.match(
    entries.filter(({ level }) => level > 30),
    [{ msg: 'could not replace a process: the old one goes on' }],
  );
});

t.test('a process has as long to start as a migration may wait', async (t) => {
  t.ok(START_CHILD_MS > GIVE_UP_AFTER_MS);
  const late = READY()
    .replace('process.send', 'setTimeout(() => process.send')
    .replace(/\}\);\n {4}if/, '}), 400);\n    if');
  await t.rejects(supervise(t, { startMs: 100 }, late).supervisor.start());
  t.equal(await supervise(t, { startMs: 60_000 }, late).supervisor.start(), 'http://127.0.0.1/v1');
});
