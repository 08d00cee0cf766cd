import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { Marked, type Tokens } from 'marked';
import { assertNoEmptyPackage, builtBy, compressFile, ROOT, recipeOf } from './static-files.js';

const GUIDES = join(ROOT, 'docs');
const SOURCES = join(ROOT, 'src/console/docs');
/** Read by src/api/pages/docs.ts. */
const TARGET = join(ROOT, 'dist/docs');
const MANIFEST = join(TARGET, 'manifest.json');
/** The page of pages, at `/docs` itself. */
const START = 'README';
const REFERENCE = 'reference';
/** Packages that browsers get parts of. */
const GIVEN = [
  '@mapbox/point-geometry',
  '@mapbox/vector-tile',
  'maplibre-gl',
  'pbf',
  'preact',
  'swagger-ui-dist',
];

/**
 * Renders docs/*.md and the page of the OpenAPI document into dist/docs: pages, hashed scripts and style
 * sheets, each also compressed, and a manifest. Does nothing when no input has changed.
 */
export async function buildDocs(): Promise<void> {
  const recipe = recipeOf(['src/console/docs', 'docs'], ['esbuild', 'marked', ...GIVEN], [import.meta.url]);
  if (builtBy(MANIFEST) === recipe) return;
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  const { metafile } = await build({
    entryPoints: { guide: join(SOURCES, 'guide.css'), reference: join(SOURCES, 'reference.ts') },
    outdir: TARGET,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    entryNames: '[name]-[hash]',
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
  });
  assertNoEmptyPackage(metafile.inputs);
  const files = Object.keys(metafile.outputs).map((path) => basename(path));
  files.push(writeLicences());
  const assetOf = (name: RegExp): string => files.find((file) => name.test(file))!;
  const template = readFileSync(join(SOURCES, 'page.html'), 'utf8');
  const texts = Object.fromEntries(
    readdirSync(GUIDES)
      .filter((name) => name.endsWith('.md'))
      .map((name) => [name.slice(0, -3), readFileSync(join(GUIDES, name), 'utf8')]),
  );
  const groups = groupsOf(texts[START]!);
  const pages: Record<string, string> = {};
  const write = (name: string, title: string, main: string, head: string): void => {
    const prefix = name === START ? 'docs/' : '';
    const html = template
      .replaceAll('TITLE', () => escapeHtml(title))
      .replaceAll('UP/', name === START ? '' : '../')
      .replace('<!-- HEAD -->', () => head.replaceAll('ASSETS/', `${prefix}files/`))
      .replace('<!-- LIST -->', () => listOf(groups, name))
      .replace('LICENCES', `${prefix}files/${assetOf(/^licences/)}`)
      .replace('<!-- MAIN -->', () => main);
    writeFileSync(join(TARGET, `${name}.html`), html);
    compressFile(join(TARGET, `${name}.html`));
    pages[name] = createHash('sha256').update(html).digest('base64url').slice(0, 16);
  };
  const style = `<link rel="stylesheet" href="ASSETS/${assetOf(/^guide.*\.css$/)}">`;
  for (const [name, text] of Object.entries(texts)) {
    const { title, html } = renderGuide(name, text, new Set(Object.keys(texts)));
    write(name, title, html, style);
  }
  write(
    REFERENCE,
    'Reference of the API',
    readFileSync(join(SOURCES, 'reference.html'), 'utf8'),
    `${style}\n<link rel="stylesheet" href="ASSETS/${assetOf(/^reference.*\.css$/)}">\n<script type="module" src="ASSETS/${assetOf(/^reference.*\.js$/)}"></script>`,
  );
  for (const file of files) compressFile(join(TARGET, file));
  writeFileSync(MANIFEST, JSON.stringify({ recipe, files: files.sort(), pages }));
}

/** Licences of what browsers get of others, in one file. @returns its name */
function writeLicences(): string {
  const texts = GIVEN.flatMap((name) => {
    const folder = join(ROOT, 'node_modules', name);
    const files = readdirSync(folder).filter((file) => /^(LICENSE|NOTICE)|es-bundle\.js\.LICENSE/.test(file));
    return files.map((file) => `${name}: ${file}\n\n${readFileSync(join(folder, file), 'utf8')}`);
  });
  const text = texts.join(`\n${'-'.repeat(80)}\n`);
  const file = `licences-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.txt`;
  writeFileSync(join(TARGET, file), text);
  return file;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Address of a page, from another one. */
const addressOf = (name: string, from: string): string =>
  name === START ? (from === START ? 'docs' : '../docs') : `${from === START ? 'docs/' : ''}${name}`;

/** Anchor of a heading, by the rule of the places that show Markdown. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

interface Group {
  title: string;
  links: { name: string; title: string }[];
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** Side list: the tables of the page of pages, with their links. */
function groupsOf(start: string): Group[] {
  const groups: Group[] = [];
  for (const token of new Marked().lexer(start)) {
    if (token.type !== 'table') continue;
    const { header, rows } = token as Tokens.Table;
    const links = rows
      .flat()
      .flatMap(({ tokens }) => tokens.filter((each): each is Tokens.Link => each.type === 'link'))
      .map(({ href, text }) => ({ name: href.replace(/\.md$/, ''), title: capital(text) }));
    groups.push({ title: header[0]!.text, links });
  }
  return groups;
}

function listOf(groups: readonly Group[], from: string): string {
  const entry = (name: string, title: string): string =>
    `<li><a href="${addressOf(name, from)}"${name === from ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  const first = [entry(START, 'All pages'), entry(REFERENCE, 'Reference of the API')];
  return [
    `<ul>${first.join('')}</ul>`,
    ...groups.map(
      ({ title, links }) =>
        `<h2>${escapeHtml(capital(title))}</h2><ul>${links.map((link) => entry(link.name, link.title)).join('')}</ul>`,
    ),
  ].join('\n');
}

/** A guide as HTML. Links to files of the repository that are no guides stay as text. */
function renderGuide(name: string, text: string, names: ReadonlySet<string>) {
  let title = name;
  const taken = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: plain }) {
        const html = this.parser.parseInline(tokens);
        if (depth === 1) {
          title = plain;
          return `<h1>${html}</h1>\n`;
        }
        const anchor = anchorOf(plain);
        const before = taken.get(anchor) ?? 0;
        taken.set(anchor, before + 1);
        const id = before === 0 ? anchor : `${anchor}-${before}`;
        return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section: ${escapeHtml(plain)}">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${escapeHtml(href)}" rel="noreferrer">${html}</a>`;
        const [, page, anchor = ''] = /^(?:([\w-]+)\.md)?(#.*)?$/.exec(href) ?? [];
        if (page !== undefined && names.has(page))
          return `<a href="${addressOf(page, name)}${anchor}">${html}</a>`;
        return page === undefined && anchor !== '' ? `<a href="${anchor}">${html}</a>` : html;
      },
      code({ text: code, lang }) {
        const label = lang ? `Example: ${lang}` : 'Example';
        return `<pre tabindex="0" aria-label="${label}" role="group"><code>${escapeHtml(code)}</code></pre>\n`;
      },
    },
  });
  const html = marked
    .parse(text, { async: false })
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    // A cell without a text heads nothing.
    .replace(/<th[^>]*><\/th>/g, '<td></td>');
  return { title, html: `<main id="main" tabindex="-1"><article>${html}</article></main>` };
}
