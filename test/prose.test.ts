import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';

const WIDTH = 110;
const ROOMS = ['src', 'workers', 'load', 'test', 'sql/functions', 'docs'];
const FILES = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((name) => `${room}/${name}`)
    .filter((name) => /\.(ts|sql|md)$/.test(name) && !/node_modules|^test\/fixtures/.test(name)),
);

/** Mark of a line that is a comment alone, with its text. */
const COMMENT = { ts: /^\s*(\/\*\*?|\*|\/\/)(?: (.*))?$/, sql: /^\s*(--)(?: (.*))?$/ };
const commentIn = (file: string): RegExp => COMMENT[file.endsWith('.sql') ? 'sql' : 'ts'];
/** Comments for programs, and examples of code: each stands on one line. */
const ON_ONE_LINE = /^(?:biome-ignore|@ts-|\*\/| {4})/;

t.test('comments open with a noun or a verb', async (t) => {
  const opened = FILES.filter((file) => !file.endsWith('.md')).flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    const comment = commentIn(file);
    return lines.flatMap((line, at) => {
      const [, mark, text = ''] = comment.exec(line) ?? [];
      const before = (comment.exec(lines[at - 1] ?? '') ?? [])[1];
      const begins =
        mark?.startsWith('/*') ||
        (mark === '*' ? before?.startsWith('/*') && !/\/\*\*? ./.test(lines[at - 1]!) : before !== mark);
      return mark !== undefined && begins && /^(?:Of|What|Whether|As) /.test(text)
        ? [`${file}:${at + 1}: ${text}`]
        : [];
    });
  });
  t.same(opened, []);
});

/**
 * Lines of a page that may be longer: tables, headings, blocks of code, HTML, pictures, and addresses of
 * links.
 */
function proseOf(page: string): string[] {
  let isCode = false;
  return page.split('\n').map((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    return isCode || /^\s*(?:\||#|<|!\[|\[[^\]]+\]: | {4})/.test(line) ? '' : line;
  });
}

/** Length without long addresses and code, which cannot be broken. */
const lengthOf = (line: string): number =>
  line.replace(/\]\([^)]*\)|https?:\/\/\S+|`[^`]*`\S*/g, (piece) => (piece.length > 40 ? '' : piece)).length;

/** Lines that are comments alone, '' for the others. */
const commentsOf = (file: string, text: string): string[] =>
  text.split('\n').map((line) => {
    const [, mark, words = ''] = commentIn(file).exec(line) ?? [];
    return mark === undefined || ON_ONE_LINE.test(words) ? '' : line;
  });

t.test('comments and pages wrap', async (t) => {
  const long = FILES.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const lines = file.endsWith('.md') ? proseOf(text) : commentsOf(file, text);
    return lines.flatMap((line, at) => (lengthOf(line) > WIDTH ? [`${file}:${at + 1}: ${line.length}`] : []));
  });
  t.same(long, []);
});
