import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { STATUS_OF } from '../src/base/errors.js';
import { readConfig } from '../src/config.js';
import { ATTRIBUTIONS } from '../src/schema/attributions.js';
import { EXTRA_MEMBERS } from '../src/schema/marker-terms.js';
import { ROW_ERRORS } from '../src/schema/row-error-codes.js';
import { run, runForResult, serve } from './support/cartload-process.js';
import { createDatabase } from './support/database.js';
import { curl, parseShell } from './support/shell-words.js';
import { temporaryFolder } from './support/temporary-folder.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const pageOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const README = pageOf('README.md');
const ARCHITECTURE = pageOf('docs/architecture.md');
const COMMANDS = pageOf('docs/commands.md');
const CONFIGURATION = pageOf('docs/configuration.md');
const PAGES = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const { scripts, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  bin: Record<string, string>;
};

const BLOCKS = [...README.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text]) => text!);
const CODE = [...`${README}${ARCHITECTURE}`.replace(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(
  ([, text]) => text!,
);

/** The first cells of the rows of a page's table with this first heading. */
function firstCells(page: string, heading: string): string[] {
  const lines = page.split('\n');
  const begin = lines.findIndex((line) => new RegExp(`^\\| ${heading} +\\|`).test(line));
  const end = lines.findIndex((line, index) => index > begin && !line.startsWith('|'));
  // A bar within a cell is escaped.
  return lines.slice(begin + 2, end).map((line) => /^\| (.*?)(?<!\\)\|/.exec(line)![1]!.trim());
}

t.test('everybody whose data is embedded is named', async (t) => {
  const said = pageOf('docs/data-and-licences.md').replace(/\s+/g, ' ').toLowerCase();
  const credits = ATTRIBUTIONS.flatMap(({ credit }) => credit.split(/; | and (?=U\.S\.| contributors)/));
  t.same(
    credits.filter((credit) => !said.includes(credit.replace(/ and contributors$/, '').toLowerCase())),
    [],
  );
});

t.test('comments point to decisions that are there', async (t) => {
  const headings = [...pageOf('docs/decisions.md').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!.toLowerCase().replace(/ /g, '-'),
  );
  const sources = ['src', 'sql', 'workers'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|sql)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const cited = sources.flatMap((file) =>
    [...pageOf(file).matchAll(/docs\/decisions\.md#([\w-]+)/g)].map(([, anchor]) => ({
      file,
      anchor: anchor!,
    })),
  );
  t.ok(cited.length > 30);
  t.same(
    cited.filter(({ anchor }) => !headings.includes(anchor)),
    [],
  );
});

t.test('the decision on members of imports names every one of them', async (t) => {
  const section = pageOf('docs/decisions.md').split('### Members of imports\n')[1]!.split('\n#')[0]!;
  const told = [...section.matchAll(/`(\w+)`/g)].map(([, member]) => member);
  t.same(told.toSorted(), EXTRA_MEMBERS.toSorted());
});

t.test('every npm script that is named exists', async (t) => {
  const named = [...`${README}${COMMANDS}`.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)].map(
    ([, a, b]) => a ?? b!,
  );
  t.ok(named.length >= 5, named.join());
  for (const name of named) t.type(scripts[name], 'string', name);
  for (const name of Object.keys(scripts).filter((name) => !['check', 'format'].includes(name)))
    t.ok(named.includes(name), `docs/commands.md tells of '${name}'`);
});

t.test('the variables in the table are those that the configuration reads', async (t) => {
  const variables = (page: string): string[] =>
    firstCells(page, 'variable').flatMap((cell) => cell.match(/[A-Z][A-Z_]+/g) ?? []);
  const told = variables(CONFIGURATION);
  const read = new Set<string>();
  readConfig(new Proxy<Record<string, string>>({}, { get: (_, name) => void read.add(String(name)) }));
  t.same(told.toSorted(), [...read].toSorted());
  t.same(
    variables(README).filter((name) => !told.includes(name)),
    [],
  );
});

t.test('the defaults in the table are those of the configuration', async (t) => {
  const defaults = readConfig({});
  const row = (name: string) => CONFIGURATION.split('\n').find((line) => line.startsWith(`| \`${name}\``))!;
  t.match(row('HOST'), `\`${defaults.host}\`, \`${defaults.port}\``);
  t.match(row('DATA_DIR'), '`.cartload`');
  t.match(row('ROW_LIMIT'), defaults.rowLimit.toLocaleString('en'));
  t.match(row('ROW_LIMIT'), `${defaults.maxUploadBytes / 1024 ** 3} GiB`);
  t.match(row('LOG_LEVEL'), `\`${defaults.logLevel}\``);
});

t.test('every test that the threat model names exists', async (t) => {
  const rows = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').matchAll(/^\|.*\|([^|]*)\|$/gm);
  const named = [...rows].flatMap(([, tests]) =>
    [...tests!.matchAll(/`([a-z][\w-]*(?:\/[\w*-]+)*)`/g)].map(([, name]) => name!),
  );
  t.ok(named.length > 40);
  t.same(
    named.filter(
      (name) => !existsSync(join(ROOT, 'test', name.endsWith('/*') ? name.slice(0, -2) : `${name}.test.ts`)),
    ),
    [],
  );
});

t.test('the README is short, and every page is in the list of pages', async (t) => {
  t.ok(README.split(/\s+/).length <= 1100);
  const listed = pageOf('docs/README.md');
  t.same(
    PAGES.filter((name) => name !== 'README.md' && !listed.includes(`](${name})`)),
    [],
  );
});

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

t.test('every link leads to a file, and to a heading of it', async (t) => {
  const dead: string[] = [];
  for (const page of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...PAGES.map((name) => `docs/${name}`)])
    for (const [, file, anchor] of pageOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
      const target = file === '' ? page : join(dirname(page), file!);
      const hasAnchor = (): boolean =>
        [...pageOf(target).matchAll(/^#+ (.+)$/gm)].some(([, heading]) => anchorOf(heading!) === anchor);
      if (!existsSync(join(ROOT, target)) || (anchor !== undefined && !hasAnchor()))
        dead.push(`${page}: ${file}#${anchor}`);
    }
  t.same(dead, []);
});

t.test('the table of errors has every code, as the service answers it', async (t) => {
  const page = pageOf('docs/errors.md');
  const codesUnder = (heading: string): string[] =>
    [
      ...page
        .split(`## ${heading}\n`)[1]!
        .split('\n## ')[0]!
        .matchAll(/^\| `(\w+)`/gm),
    ].map(([, code]) => code!);
  t.same(codesUnder('Requests'), Object.keys(STATUS_OF));
  t.same(codesUnder('Rows'), Object.keys(ROW_ERRORS));
  for (const [code, status] of Object.entries(STATUS_OF)) t.match(page, `| \`${code}\` | ${status} |`);
});

/** Exported bounds that no client meets, or that change no answer of its own. */
const INNER_BOUNDS: Readonly<Record<string, string>> = {
  MAX_BLOB_HEADER_BYTES: 'of a map of roads that an operator loads, by its format',
  MAX_BREAK_VALUES: 'a precision',
  MAX_FOLLOWED_FIELDS: 'a size of memory',
  MAX_HOPS: 'of TRUST_PROXY',
  MAX_LATITUDE: 'of the projection',
  MAX_MEASURE_LENGTH: 'of a number with its unit',
  MAX_RESTART_MS: 'of the supervisor',
  MAX_SIDE_BITS: 'of an index',
  MOST_POINTS: 'of a picture, which leaves out what is least important',
  MOST_RAW_BYTES: 'a size of memory',
  MOST_TEXT_BYTES: 'a size of memory',
};

t.test('every exported bound of the sources that a client can meet is on the page of limits', async (t) => {
  const page = pageOf('docs/limits.md');
  const bounds = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('pack/'))
    .flatMap((name) => [
      ...pageOf(join('src', name)).matchAll(/^export const ((?:MAX|MOST|LONGEST|LARGEST)_\w+) = ([^;]+);/gm),
    ])
    .map(([, name, value]) => ({ name: name!, value: value! }));
  t.ok(bounds.length > 40);
  const missing = bounds.filter(({ name, value }) => {
    if (INNER_BOUNDS[name]) return false;
    t.match(value, /^[\d_*<(). ]+$/, `${name} is a number`);
    const number: number = Function(`return ${value}`)();
    const written = [number.toLocaleString('en')];
    for (const [unit, bytes] of Object.entries({ KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 }))
      if (number % bytes === 0) written.push(`${number / bytes} ${unit}`);
    return !written.some((text) => new RegExp(`(?<![\\d,.])${text}(?![\\d]|,\\d)`).test(page));
  });
  t.same(
    missing.map(({ name }) => name),
    [],
  );
  t.same(
    Object.keys(INNER_BOUNDS).filter((name) => !bounds.some((bound) => bound.name === name)),
    [],
  );
});

t.test('every path that is named exists', async (t) => {
  // Path as the text says where it is: from the root, from src, or among the stages of the import.
  const folders = ['.', 'src', 'src/import'];
  const paths = CODE.filter((code) => /^[a-z][\w./-]*(\.(ts|js|sql|json|md)|\/)$/.test(code));
  t.ok(paths.length >= 10, paths.join(' '));
  for (const path of paths)
    t.ok(
      folders.some((folder) => existsSync(join(ROOT, folder, path))),
      path,
    );
});

t.test(
  'the table of commands names every command, and exactly the options that the program has',
  async (t) => {
    // `account create\|set --email E`, and `key revoke` in the cell of `key create`.
    const told = firstCells(COMMANDS, 'command').flatMap((cell) =>
      [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => {
        const [, words = '', rest = ''] = /^(?:cartload )?([a-z\\| ]+?)((?: [[A-Z-].*)?)$/.exec(code!)!;
        const options: string[] = rest.match(/--[a-z-]+/g) ?? [];
        const [first = '', second] = words.trim().split(' ');
        return (second?.split('\\|') ?? [null]).map((name) => ({
          args: name === null ? [first] : [first, name],
          options,
        }));
      }),
    );
    const helps = new Map<string, string>();
    const commandsOf = async (...args: string[]): Promise<string[][]> => {
      const { stdout } = await run(t, [...args, '--help']);
      helps.set(args.join(' '), stdout);
      const names = [...(stdout.split('Commands:\n')[1] ?? '').matchAll(/^ {2}(\w+)/gm)].map(
        ([, name]) => name!,
      );
      const below = names.filter((name) => name !== 'help').map((name) => commandsOf(...args, name));
      return below.length === 0 ? [args] : (await Promise.all(below)).flat();
    };
    t.same(
      told.map(({ args }) => args.join(' ')).sort(),
      (await commandsOf()).map((args) => args.join(' ')).sort(),
    );
    for (const { args, options } of told) {
      const has = [...helps.get(args.join(' '))!.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map(
        ([, name]) => name!,
      );
      for (const option of options) t.ok(has.includes(option), `${args.join(' ')} ${option}`);
      // The options of serve are told in prose, those of import by its help.
      if (['account', 'key'].includes(args[0]!)) {
        const untold = has.filter(
          (name) => name !== '--help' && !/^--no-/.test(name) && !options.includes(name),
        );
        t.same(untold, [], args.join(' '));
      }
    }
  },
);

t.test('the five minutes work as they stand, one command after the other', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(
    join(folder, 'stores.csv'),
    'Name,Latitude,Longitude\nOne,1,2\nTwo,3,4\nThree,5,6\nFour,7,8\n',
  );
  const { url } = await createDatabase(t);
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') };
  const service = await serve(t, { env });
  const variables: Record<string, string> = {};
  const results: Record<string, unknown>[] = [];
  for (const block of BLOCKS) {
    // The address is that of this service, and the key the one that was made the line before.
    const key = results.findLast((result) => 'key' in result)?.key as string | undefined;
    const text = block.replace('http://127.0.0.1:8080/v1', service.url).replace('ck_...', key ?? 'none');
    for (const command of parseShell(text, variables)) {
      const [program, ...args] = command.words;
      if (program === 'npm') {
        // Each is a suite of its own.
        t.match(command.words.join(' '), /^npm (ci|run demo|test)$/);
      } else if (program === 'npx') {
        t.ok(args[0]! in bin, args[0]!);
        results.push(await runForResult(t, args.slice(1), { env: { ...env, ...variables }, cwd: folder }));
      } else if (program === 'curl') {
        const answer = await curl(command);
        t.ok(answer.ok, `${answer.status} ${args.at(-1)}`);
        results.push((await answer.json()) as Record<string, unknown>);
      } else t.fail(`'${program}' is not known here`);
    }
  }
  t.match(results, [
    { account_id: Number, email: 'you@example.com' },
    { key: /^ck_/ },
    { id: 1, name: 'Stores' },
    { status: 'completed', added: 4 },
    { file: 'stores.pdf' },
    { data: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }] },
  ]);
  t.equal(results.length, 6);
});
