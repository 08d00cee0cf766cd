import { nearName } from '../base/near-name.js';

/** Longer paths are no misspelt ones. */
const MAX_CHARACTERS = 500;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface Known {
  /** Path as documented: `/v1/maps/{map_id}`. */
  readonly pattern: string;
  /** Without the prefix. */
  readonly segments: readonly string[];
  readonly methods: string[];
}

/**
 * Says how a path that leads nowhere is likely to be meant. It shows patterns and never what was asked for:
 * keys and addresses of people get into paths by mistake.
 */
export class PathAdvice {
  readonly #known = new Map<string, Known>();
  readonly #prefix: string;

  /** @param prefix of all paths, with a slash before it */
  constructor(prefix: string, routes: Iterable<{ readonly method: string; readonly path: string }>) {
    this.#prefix = prefix;
    for (const { method, path } of routes) {
      const pattern = prefix + path;
      const known = this.#known.get(pattern) ?? { pattern, segments: path.slice(1).split('/'), methods: [] };
      known.methods.push(method);
      this.#known.set(pattern, known);
    }
  }

  /** A message for a request that no route takes. */
  of(method: string, path: string): string {
    const found = path.length > MAX_CHARACTERS ? null : this.#find(method, segmentsOf(path));
    if (found === null) return `Not found: no such path; ${this.#prefix}/openapi.json lists all of them`;
    const { pattern, methods, isExact } = found;
    const some = listed(methods);
    if (isExact && pathMatches(path, pattern))
      return `Not found: ${pattern} takes ${some}${METHODS.includes(method) ? `, not ${method}` : ''}`;
    const rule = isExact
      ? `; paths begin with ${this.#prefix}, are in lower case, and have no further slash or ending`
      : '';
    const meant = methods.includes(method) ? `${method} ${pattern}` : `${pattern}, which takes ${some}`;
    return `Not found: did you mean ${meant}${rule}`;
  }

  /**
   * The message for a path that is one without parameters, or with fewer than the route that takes its
   * method; null: there is none.
   */
  ofLiteral(method: string, path: string): string | null {
    const found = path.length > MAX_CHARACTERS ? null : this.#find(method, segmentsOf(path));
    if (!found?.isExact || found.methods.includes(method) || !pathMatches(path, found.pattern)) return null;
    return this.of(method, path);
  }

  #find(method: string, segments: readonly string[]): (Known & { isExact: boolean }) | null {
    const known = [...this.#known.values()];
    const best = (some: readonly Known[]): Known | undefined =>
      some.toSorted((a, b) => rankOf(b, method) - rankOf(a, method))[0];
    const exact = best(known.filter((one) => matches(one.segments, segments, isSame)));
    if (exact) return { ...exact, isExact: true };
    const near = best(known.filter((one) => matches(one.segments, segments, isNear)));
    const tail = near ?? best(known.filter((one) => endsWith(one.segments, segments)));
    return tail ? { ...tail, isExact: false } : null;
  }
}

const isParameter = (segment: string): boolean => segment.startsWith('{');
const isSame = (literal: string, segment: string): boolean => literal === segment;
const isNear = (literal: string, segment: string): boolean =>
  literal === segment || nearName(segment, [literal]) !== null;

/** Literal segments say more than parameters. */
const rankOf = ({ segments, methods }: Known, method: string): number =>
  2 * segments.filter((segment) => !isParameter(segment)).length + (methods.includes(method) ? 1 : 0);

const matches = (
  pattern: readonly string[],
  segments: readonly string[],
  agree: (literal: string, segment: string) => boolean,
): boolean =>
  pattern.length === segments.length &&
  pattern.every((literal, i) => isParameter(literal) || agree(literal, segments[i]!));

/** `/markers/1` lacks its map. */
const endsWith = (pattern: readonly string[], segments: readonly string[]): boolean =>
  segments.length > 0 &&
  segments.length < pattern.length &&
  !isParameter(pattern.at(-segments.length)!) &&
  matches(pattern.slice(-segments.length), segments, isSame);

/** Path as it may be meant: without prefixes, empty segments and endings; literals in lower case. */
function segmentsOf(path: string): string[] {
  const segments = decoded(path)
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.toLowerCase());
  if (segments[0] === 'api') segments.shift();
  if (/^v\d{1,2}$/.test(segments[0] ?? '')) segments.shift();
  const last = segments.pop();
  // Some paths have an ending of their own.
  return last === undefined ? [] : [...segments, last.replace(/(?<=^[^.]+)\.json$/, '')];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function pathMatches(path: string, pattern: string): boolean {
  const asked = path.split('/');
  const literals = pattern.split('/');
  return (
    asked.length === literals.length &&
    literals.every((literal, i) =>
      isParameter(literal) ? hasEnding(asked[i]!, literal) : literal === asked[i],
    )
  );
}

/** `{y}.mvt` has an ending of its own. */
function hasEnding(segment: string, parameter: string): boolean {
  const ending = parameter.slice(parameter.indexOf('}') + 1);
  return segment.endsWith(ending) && segment.length > ending.length;
}

const listed = (methods: readonly string[]): string =>
  methods.length === 1 ? methods[0]! : `${methods.slice(0, -1).join(', ')} and ${methods.at(-1)}`;
