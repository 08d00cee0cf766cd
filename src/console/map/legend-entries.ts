/** A category as it is edited; `key` stays while name and place change. */
export interface Entry {
  key: number;
  name: string;
  /** Empty: the service chooses. */
  color: string;
}

export const entriesOf = (categories: readonly { name: string; color: string }[]): Entry[] =>
  categories.map(({ name, color }, key) => ({ key, name, color }));

/** The same list where there is no such place. */
export function moveEntry(entries: Entry[], from: number, to: number): Entry[] {
  const entry = entries[from];
  if (!entry || from === to || to < 0 || to >= entries.length) return entries;
  return entries.toSpliced(from, 1).toSpliced(to, 0, entry);
}

/** Why the entries cannot be saved; null where they can. */
export function whyNot(entries: readonly Entry[]): string | null {
  const seen = new Set<string>();
  for (const [at, entry] of entries.entries()) {
    const name = entry.name.trim();
    if (name === '') return `Category ${at + 1} needs a name.`;
    if (seen.has(name)) return `Two categories are called “${name}”.`;
    seen.add(name);
  }
  return null;
}

/** The service numbers them in this order. */
export const writtenOf = (entries: readonly Entry[]): { name: string; color?: string }[] =>
  entries.map(({ name, color }) => ({ name: name.trim(), ...(color === '' ? {} : { color }) }));
