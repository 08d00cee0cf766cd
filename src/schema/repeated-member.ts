/**
 * Number of members of all objects in a parsed JSON text. The recursion is as deep as the text, whose depth
 * is bounded.
 */
export function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) members += countMembers(value[i]);
  } else {
    // Objects from JSON.parse inherit nothing enumerable; Object.values takes twice as long.
    for (const name in value) members += 1 + countMembers((value as Record<string, unknown>)[name]);
  }
  return members;
}

/** A string, or a bracket or colon; numbers, literals and blanks do not matter here. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]:]/g;

/** Name of the first member that an object has twice; '' when there is none. @param text valid JSON */
export function repeatedMember(text: string): string {
  /** Member names of each open object; null for an open array. */
  const open: (Set<string> | null)[] = [];
  let string = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') string = token;
    else {
      const names = open.at(-1) as Set<string>;
      const name = JSON.parse(string) as string;
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return '';
}
