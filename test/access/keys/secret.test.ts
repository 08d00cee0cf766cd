import { readdir } from 'node:fs/promises';
import t from 'tap';
import { loadSecret } from '../../../src/access/keys/secret.js';

t.test('the configured secret is used as it is', async (t) => {
  t.equal((await loadSecret('0123456789abcdef', '/nowhere')).toString(), '0123456789abcdef');
});

t.test('a secret is made once and kept, also when several ask for the first one at once', async (t) => {
  const dataDir = t.testdir();
  const secrets = [
    await loadSecret(null, dataDir),
    ...(await Promise.all([loadSecret(null, dataDir), loadSecret(null, dataDir)])),
  ];
  t.equal(secrets[0]!.length, 32);
  t.equal(new Set(secrets.map((secret) => secret.toString('hex'))).size, 1);
  t.same(await readdir(dataDir), ['secret']);
});
