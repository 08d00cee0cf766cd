import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import type { Manifest } from '../../src/commands/backup-files/manifest.js';
import { runForComplaint } from '../support/cartload-process.js';
import { addAccounts, arrange, backUp, fill, restore, serve } from '../support/installations.js';

t.test('what is not whole, damaged, of another format or a newer version is refused', async (t) => {
  const { backup, before, after } = await arrange(t);
  const first = await serve(t, before);
  await addAccounts(first);
  await fill(first);
  await backUp(t, backup, before);
  await first.stop();
  const manifest = join(backup, 'manifest.json');
  const whole = readFileSync(manifest, 'utf8');
  const refusal = () => runForComplaint(t, ['restore', backup], { env: after });
  const change = (edit: (manifest: Manifest) => void) => {
    const changed = JSON.parse(whole);
    edit(changed);
    writeFileSync(manifest, JSON.stringify(changed));
  };
  rmSync(manifest);
  t.equal(
    await refusal(),
    `${backup} is not a complete back-up: it has no manifest.json, which is written last`,
  );
  writeFileSync(manifest, whole.slice(0, 100));
  t.equal(await refusal(), `${manifest} is damaged`);
  change((changed) => Object.assign(changed, { format: 2 }));
  t.match(
    await refusal(),
    /has format 2, and this version of cartload reads format 1: use version \S+, which made it/,
  );
  change((changed) => changed.migrations.push({ name: '9999-of-the-future.sql', sha256: '' }));
  t.match(
    await refusal(),
    /was made by a newer version of cartload, \d\S+, and has 9999-of-the-future\.sql: restore it with/,
  );
  change((changed) => Object.assign(changed.migrations[0]!, { name: '0001-accounts.sql' }));
  t.match(await refusal(), `${backup} was made by cartload before its first release, and has other tables`);
  writeFileSync(manifest, whole);
  const damage = async (path: string, spoil: (path: string) => void) => {
    const sound = readFileSync(path);
    spoil(path);
    t.equal(await refusal(), `${path} is damaged: it differs from the manifest; nothing was restored`);
    writeFileSync(path, sound);
  };
  await damage(join(backup, 'tables/markers.copy.gz'), (path) => truncateSync(path, statSync(path).size - 9));
  await damage(join(backup, 'tables/markers.copy.gz'), (path) => {
    // Whole as a file, and refused by the database.
    const rows = gunzipSync(readFileSync(path)).toString();
    writeFileSync(path, gzipSync(rows.replace(/^[^\t]*/, 'no number')));
  });
  await damage(join(backup, 'tables/jobs.copy.gz'), rmSync);
  await damage(join(backup, 'files.jsonl'), rmSync);
  await damage(join(backup, 'secret'), (path) => writeFileSync(path, 'another'));
  rmSync(join(after.DATA_DIR!, 'secret'), { force: true });
  change((changed) => Object.assign(changed, { tables: undefined }));
  t.equal(await refusal(), `${manifest} is damaged`);
  writeFileSync(manifest, whole);
  await damage(join(backup, 'files.jsonl'), (path) =>
    appendFileSync(path, `${readFileSync(path, 'utf8').split('\n')[0]}\n`),
  );
  const [rejects] = readdirSync(join(backup, 'spool'));
  await damage(join(backup, 'spool', rejects!), (path) => appendFileSync(path, 'x'));
  t.match(await restore(t, backup, after), { restored: backup }, 'and then it is restored all the same');
  t.equal(
    await refusal(),
    'the database already has accounts or maps: restore into an empty one, with an empty DATA_DIR',
  );
  t.equal(
    await runForComplaint(t, ['backup', backup], { env: before }),
    `${backup} is not empty: name a new directory`,
  );
});

t.test('a restore with another secret, or into a store that has files, is refused', async (t) => {
  const { backup, before, after, directory } = await arrange(t);
  const first = await serve(t, before);
  await addAccounts(first);
  await backUp(t, backup, before);
  await first.stop();
  t.equal(
    await runForComplaint(t, ['restore', backup], { env: { ...after, SECRET: 'sixteen characters' } }),
    'SECRET differs from that of the backed-up installation: set the same value, or none if it had none',
  );
  const used = join(directory, 'used');
  mkdirSync(join(used, 'images'), { recursive: true });
  writeFileSync(join(used, 'images', 'theirs.1.png'), 'x');
  t.equal(
    await runForComplaint(t, ['restore', backup], { env: { ...after, BLOB_URL: `file://${used}` } }),
    'BLOB_URL already has files, such as images/theirs.1.png: restore with an empty directory, bucket or prefix',
  );
});
