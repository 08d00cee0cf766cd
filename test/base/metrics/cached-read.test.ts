import t from 'tap';
import { CachedRead } from '../../../src/base/metrics/cached-read.js';

t.test('however many ask, it is read once while it is kept', async (t) => {
  let readings = 0;
  const value = new CachedRead(async () => ++readings, { keepMs: 60_000, deadlineMs: 60_000 });
  t.same(await Promise.all([value.get(), value.get(), value.get()]), [1, 1, 1]);
  t.equal(await value.get(), 1);
});

t.test('what takes too long is not known, and not begun again before it ends', async (t) => {
  let readings = 0;
  let end: (value: string) => void = () => {};
  const read = () => {
    readings++;
    return new Promise<string>((resolve) => {
      end = resolve;
    });
  };
  const value = new CachedRead(read, { keepMs: 0, deadlineMs: 5 });
  t.equal(await value.get(), null);
  t.equal(await value.get(), null);
  t.equal(readings, 1);
  const late = value.get();
  end('there');
  t.equal(await late, 'there');
});

t.test('what fails is not known, whatever was known before', async (t) => {
  let fails = false;
  const read = async () => {
    if (fails) throw new Error('away');
    return 7;
  };
  const value = new CachedRead(read, { keepMs: 0, deadlineMs: 60_000 });
  t.equal(await value.get(), 7);
  fails = true;
  t.equal(await value.get(), null);
});
