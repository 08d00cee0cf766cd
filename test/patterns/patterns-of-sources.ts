import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files that read no text of a client: the build, words of the operator, and weights whose base64 has
 * slashes.
 */
const READS_OUR_TEXTS = [
  'src/pack/',
  'src/commands/import.ts',
  'src/config.ts',
  'src/recognise/model/weights.ts',
  'src/services/geocoding/service-url.ts',
  'src/services/isochrones/service-url.ts',
];
const COMMENT = /^\s*(?:\/\*|\*|\/\/).*$/gm;
/** A slash that begins a pattern stands where no operand has ended. */
const LITERAL =
  /(?<=(?:^|[(,=:[!&|?{};>]|\breturn)\s*)\/(?![*/])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/gm;

export interface Pattern {
  readonly file: string;
  readonly pattern: RegExp;
}

/**
 * All regular expressions of `src` and `workers` that meet texts of clients, with those that are put together
 * while a file loads.
 */
export async function patternsOfSources(root: string): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const files = ['src', 'workers'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  for (const file of files.sort()) {
    if (!file.endsWith('.ts') || READS_OUR_TEXTS.some((ours) => file.startsWith(ours))) continue;
    const text = readFileSync(join(root, file), 'utf8').replace(COMMENT, '');
    for (const [, source, flags] of text.matchAll(LITERAL))
      if (isPattern(source!, flags!)) found.push({ file, pattern: new RegExp(source!, flags) });
    if (/\bRegExp\(/.test(text))
      for (const pattern of await constructedBy(join(root, 'dist', file.replace(/\.ts$/, '.js'))))
        found.push({ file, pattern });
  }
  return found;
}

/** A division or a path within a text is none. */
function isPattern(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

/** Patterns that a compiled file constructs while it loads, with what it imports. */
async function constructedBy(file: string): Promise<RegExp[]> {
  const constructed: RegExp[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(_, [source, flags]: [string, string?]) {
      const pattern = new Original(source, flags);
      constructed.push(pattern);
      return pattern;
    },
  });
  try {
    await import(file);
  } finally {
    globalThis.RegExp = Original;
  }
  return constructed;
}

/** The patterns of strings in the document of the API, as schemas have them. */
export function patternsOfDocument(document: unknown): Pattern[] {
  const found = new Set<string>();
  JSON.stringify(document, (name, value: unknown) => {
    if (name === 'pattern' && typeof value === 'string') found.add(value);
    return value;
  });
  return [...found].map((source) => ({ file: 'the document', pattern: new RegExp(source, 'u') }));
}
