import { readFileSync } from 'node:fs';

/** An import of compiled code by a relative path. */
const IMPORT = /^(?:import|export)\b(?:[\w\s{},*]+\bfrom)? *'(\.[^']+)';/gm;

/** Sources of a module and of everything it imports from this project, by URL. */
export function modulesOf(module: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const read = (url: string): void => {
    if (texts.has(url)) return;
    const text = readFileSync(new URL(url), 'utf8');
    texts.set(url, text);
    for (const [, path] of text.matchAll(IMPORT)) read(new URL(path!, url).href);
  };
  read(module);
  return texts;
}
