import t from 'tap';
import { Alarm } from '../../../src/background/jobs/alarm.js';

const LONG_MS = 3_600_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));

t.test('a sleep ends by itself', async () => {
  await new Alarm().sleep(1);
});

t.test('waking ends a sleep, also before anybody awaits it', async () => {
  const alarm = new Alarm();
  const sleep = alarm.sleep(LONG_MS);
  alarm.wake();
  alarm.wake();
  await sleep;
});

t.test('waking with nobody asleep ends no later sleep', async (t) => {
  const alarm = new Alarm();
  alarm.wake();
  let isAwake = false;
  const sleep = alarm.sleep(LONG_MS).then(() => {
    isAwake = true;
  });
  await turn();
  t.notOk(isAwake);
  alarm.wake();
  await sleep;
});

t.test('a new sleep ends the one before it, so that no timer is left behind', async (t) => {
  const alarm = new Alarm();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const first = alarm.sleep(LONG_MS);
  const second = alarm.sleep(LONG_MS);
  await first;
  t.equal(timers(), before + 1);
  alarm.wake();
  await second;
  t.equal(timers(), before);
});
