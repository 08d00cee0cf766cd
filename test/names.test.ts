import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';

/** Names that several files export, and why they mean one thing all the same. */
const ALLOWED: Readonly<Record<string, string>> = {
  concepts: 'the words of headers of a language, one file each',
};

/** Files that hand work to threads: a function there has the name of the one that the thread runs. */
const HANDS_ON = /\/on-threads\.ts$|^workers\//;

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:interface|type|class|const|let|function\*?|enum) ([\w$]+)/gm;

t.test('no name is exported twice with different meanings', async (t) => {
  const files = ['src', 'workers'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${room}/${name}`)
      // The build is not shipped, and imported by nothing; the console is a program of its own.
      .filter((file) => !/^src\/(?:pack|console)\//.test(file) && !HANDS_ON.test(file)),
  );
  const filesOf = new Map<string, Set<string>>();
  for (const file of files)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(EXPORT))
      filesOf.set(name!, (filesOf.get(name!) ?? new Set()).add(file));
  const twice = [...filesOf].filter(([, files]) => files.size > 1);
  t.same(
    twice
      .filter(([name]) => ALLOWED[name] === undefined)
      .map(([name, files]) => `${name}: ${[...files].join(', ')}`),
    [],
  );
  t.same(
    Object.keys(ALLOWED).filter((name) => !twice.some(([other]) => other === name)),
    [],
    'none is allowed in vain',
  );
});
