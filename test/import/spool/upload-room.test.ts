import fc from 'fast-check';
import t from 'tap';
import { UploadRoom } from '../../../src/import/spool/upload-room.js';

const REFUSED = { code: 'RATE_LIMITED', retryAfterSeconds: Number };

/** A disk in memory, and the room on it. */
function newRoom({ freeBytes = 1e12, maxUploadBytes = 1e9, reserveBytes = 0 as number | null } = {}) {
  const disk = { freeBytes, sizeBytes: 2 * freeBytes };
  const room = new UploadRoom({
    maxUploadBytes,
    reserveBytes,
    readDisk: async () => {
      const read = { ...disk };
      await turn();
      return read;
    },
  });
  const writeTo =
    (bytes: number): (() => Promise<void>) =>
    async () => {
      await turn();
      disk.freeBytes -= bytes;
    };
  return { disk, room, writeTo };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

t.test('however many uploads write side by side, they leave the reserve, and each bound holds', async () => {
  const upload = fc.record({
    accountId: fc.integer({ min: 1, max: 4 }),
    sizes: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(upload, { maxLength: 30 }),
      fc.integer({ min: 0, max: 1500 }),
      async (uploads, freeBytes) => {
        const { disk, room, writeTo } = newRoom({ freeBytes, maxUploadBytes: 100, reserveBytes: 200 });
        const of = new Map<number, number>();
        const refusals: unknown[] = [];
        const run = async ({ accountId, sizes, fails }: (typeof uploads)[number]): Promise<void> => {
          const share = room.begin(accountId);
          let written = 0;
          try {
            for (const size of sizes) {
              await share.write(size, writeTo(size));
              written += size;
              const own = (of.get(accountId) ?? 0) + size;
              of.set(accountId, own);
              if (own > 200 || room.bytes > 800) throw new Error(`${own} of ${room.bytes}`);
            }
            if (fails) await share.write(1, () => Promise.reject(new Error('the disk is broken')));
          } catch (error) {
            refusals.push(error);
          } finally {
            share.end();
            disk.freeBytes += written;
            of.set(accountId, (of.get(accountId) ?? 0) - written);
          }
        };
        let leastFree = freeBytes;
        let isOver = false;
        const watch = (async () => {
          for (; !isOver; await turn()) leastFree = Math.min(leastFree, disk.freeBytes);
        })();
        await Promise.all(uploads.map(run));
        isOver = true;
        await watch;
        if (leastFree < Math.min(freeBytes, 200)) throw new Error(`${leastFree} bytes were left`);
        if (room.bytes !== 0) throw new Error(`${room.bytes} bytes were not given back`);
        for (const error of refusals)
          if (!/under way|too little room|is broken/.test((error as Error).message)) throw error;
      },
    ),
    { numRuns: 100 },
  );
});

t.test('an account has room for two of the largest uploads, all have room for eight', async (t) => {
  const { room, writeTo } = newRoom({ maxUploadBytes: 100 });
  const shares = [1, 1, 2, 2, 3, 3, 4, 4].map((accountId) => room.begin(accountId));
  for (const share of shares) await share.write(100, writeTo(100));
  await t.rejects(room.begin(1).write(1, writeTo(1)), { ...REFUSED, message: /uploads of the account/ });
  await t.rejects(room.begin(5).write(1, writeTo(1)), { ...REFUSED, message: /uploads under way have/ });
  shares[0]!.end();
  shares[0]!.end();
  t.equal(room.bytes, 700);
  await room.begin(5).write(100, writeTo(100));
  t.same(room.refused, { account: 1, process: 1, disk: 0 });
});

t.test('one account leaves half of the room of the disk to others', async (t) => {
  const { room, writeTo } = newRoom({ freeBytes: 1000, reserveBytes: 200 });
  await room.begin(1).write(400, writeTo(400));
  await t.rejects(room.begin(1).write(1, writeTo(1)), { ...REFUSED, message: /the disk of the service/ });
  await room.begin(2).write(400, writeTo(400));
  await t.rejects(room.begin(3).expect(1), { ...REFUSED, message: /the disk of the service/ });
});

t.test('without a setting a tenth of a disk stays free, 4 GiB at most', async (t) => {
  for (const [sizeBytes, reserveBytes] of [
    [20e9, 2e9],
    [2e12, 4 * 1024 ** 3],
  ] as const) {
    const { disk, room } = newRoom({ reserveBytes: null, maxUploadBytes: 1e12 });
    Object.assign(disk, { sizeBytes, freeBytes: reserveBytes + 2000 });
    await room.begin(1).expect(1000);
    await t.rejects(room.begin(1).expect(1001), REFUSED);
  }
});

t.test('what others write is seen, at once where little room is left', async (t) => {
  const { disk, room, writeTo } = newRoom({ freeBytes: 1000, reserveBytes: 200 });
  const share = room.begin(1);
  await share.write(10, writeTo(10));
  disk.freeBytes = 210;
  await t.rejects(share.write(200, writeTo(200)), REFUSED);
  await t.resolves(room.begin(2).write(4, writeTo(4)));
  disk.freeBytes = 100;
  const told = await new Promise((resolve) => {
    const end = share.guard((refusal) => {
      end();
      resolve(refusal);
    });
  });
  t.match(told, REFUSED, 'a thread that writes is watched');
});

t.test('a disk that is full all the same is no room, and other errors stay', async (t) => {
  const { room } = newRoom();
  const share = room.begin(1);
  for (const code of ['ENOSPC', 'EDQUOT'])
    await t.rejects(
      share.write(1, () => Promise.reject(Object.assign(new Error(code), { code }))),
      REFUSED,
    );
  await t.rejects(
    share.write(1, () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  );
  share.end();
  t.equal(room.bytes, 0);
});
