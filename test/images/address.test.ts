import t from 'tap';
import { ImageAddresses } from '../../src/images/address.js';

const NOW_MS = 1_800_000_000_000;
const addresses = new ImageAddresses(Buffer.from('a secret of sixteen'));
const parts = (address: string) => {
  const url = new URL(address, 'http://test');
  return {
    jobId: url.pathname.slice('/images/'.length),
    expires: Number(url.searchParams.get('expires')),
    signature: url.searchParams.get('signature')!,
  };
};
const { jobId, expires, signature } = parts(addresses.issue('job_1', 7, NOW_MS));

t.test('an address is good for 24 hours and then expired', async (t) => {
  t.equal(jobId, 'job_1');
  t.equal(expires, NOW_MS / 1000 + 86_400);
  t.equal(addresses.judge(jobId, 7, expires, signature, NOW_MS), 'good');
  t.equal(addresses.judge(jobId, 7, expires, signature, NOW_MS + 86_399_999), 'good');
  t.equal(addresses.judge(jobId, 7, expires, signature, NOW_MS + 86_400_000), 'expired');
});

t.test('none can be made without the secret, nor changed', async (t) => {
  const other = new ImageAddresses(Buffer.from('another secret here'));
  t.equal(other.judge(jobId, 7, expires, signature, NOW_MS), 'forged');
  t.equal(addresses.judge('job_2', 7, expires, signature, NOW_MS), 'forged');
  t.equal(addresses.judge(jobId, 7, expires + 1, signature, NOW_MS), 'forged');
  for (const bad of [
    '',
    'x',
    `${signature}A`,
    `${signature}=`,
    signature.slice(0, -1),
    `${signature.slice(0, -1)}+`,
  ])
    t.equal(addresses.judge(jobId, 7, expires, bad, NOW_MS), 'forged', bad);
  // The last character has two bits that say nothing.
  const last = signature.at(-1)!;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const twin = signature.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1];
  t.same(Buffer.from(twin, 'base64url'), Buffer.from(signature, 'base64url'));
  t.equal(addresses.judge(jobId, 7, expires, twin, NOW_MS), 'forged');
});

t.test('an address of an earlier owner of the map is none', async (t) => {
  t.equal(addresses.judge(jobId, 8, expires, signature, NOW_MS), 'forged');
});
