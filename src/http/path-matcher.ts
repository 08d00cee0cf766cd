export interface PathMatch<T> {
  readonly value: T;
  /** Decoded values of the pattern's parameters by name. */
  readonly params: Readonly<Record<string, string>>;
}

interface Leaf<T> {
  readonly value: T;
  readonly names: readonly string[];
  /** Ending of the last parameter's segment, such as `.mvt`, which is no part of its value; '' for none. */
  readonly ending: string;
}

interface Node<T> {
  readonly children: Map<string, Node<T>>;
  parameter: Node<T> | null;
  /** By method. */
  readonly leaves: Map<string, Leaf<T>>;
}

const PARAMETER = /^\{([A-Za-z_][A-Za-z0-9_]*)\}(\.[a-z]+)?$/;
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Finds the value for a method and a path pattern such as `/maps/{map_id}` or `/tiles/{y}.mvt`. A literal
 * segment wins over a parameter, a parameter is never empty, and a path without parameters takes one look-up.
 */
export class PathMatcher<T> {
  readonly #static = new Map<string, Map<string, PathMatch<T>>>();
  readonly #root: Node<T> = newNode();

  /** @throws Error when the method has this pattern already, or a parameter is malformed */
  add(method: string, pattern: string, value: T): void {
    if (!pattern.startsWith('/'))
      throw new Error(`path pattern ${JSON.stringify(pattern)} does not start with a slash`);
    const names: string[] = [];
    let node = this.#root;
    let ending = '';
    for (const segment of pattern.slice(1).split('/')) {
      if (ending !== '')
        throw new Error(`path pattern ${JSON.stringify(pattern)} has an ending before its last segment`);
      const [, name, end = ''] = PARAMETER.exec(segment) ?? [];
      ending = end;
      if (name === undefined) {
        if (/[{}%]/.test(segment))
          throw new Error(`path pattern ${JSON.stringify(pattern)} has an odd segment`);
        node = childOf(node, segment);
      } else {
        if (names.includes(name))
          throw new Error(`path pattern ${JSON.stringify(pattern)} repeats {${name}}`);
        names.push(name);
        node.parameter ??= newNode();
        node = node.parameter;
      }
    }
    if (node.leaves.has(method)) throw new Error(`${method} ${pattern} exists already`);
    node.leaves.set(method, { value, names, ending });
    if (names.length > 0) return;
    const byMethod = this.#static.get(pattern) ?? new Map<string, PathMatch<T>>();
    this.#static.set(pattern, byMethod.set(method, { value, params: NO_PARAMS }));
  }

  /** @param path still percent-encoded; null also when its encoding is malformed */
  match(method: string, path: string): PathMatch<T> | null {
    const found = this.#static.get(path)?.get(method);
    if (found) return found;
    const values: string[] = [];
    const leaf = find(this.#root, method, path, 1, values);
    if (!leaf) return null;
    const { ending } = leaf;
    if (ending !== '') {
      const last = values.pop()!;
      if (!last.endsWith(ending) || last === ending) return null;
      values.push(last.slice(0, -ending.length));
    }
    const params: Record<string, string> = {};
    for (let i = 0; i < leaf.names.length; i++) params[leaf.names[i]!] = values[i]!;
    return { value: leaf.value, params };
  }
}

const newNode = <T>(): Node<T> => ({ children: new Map(), parameter: null, leaves: new Map() });

function childOf<T>(node: Node<T>, segment: string): Node<T> {
  const child = node.children.get(segment) ?? newNode<T>();
  node.children.set(segment, child);
  return child;
}

/** Depth is bounded by the patterns, not by the path. Collects the parameters in `values`. */
function find<T>(
  node: Node<T>,
  method: string,
  path: string,
  start: number,
  values: string[],
): Leaf<T> | null {
  if (start > path.length) return node.leaves.get(method) ?? null;
  const slash = path.indexOf('/', start);
  const end = slash === -1 ? path.length : slash;
  const segment = decodeSegment(path.slice(start, end));
  if (segment === null) return null;
  const child = node.children.get(segment);
  const found = child ? find(child, method, path, end + 1, values) : null;
  if (found || !node.parameter || segment === '') return found;
  values.push(segment);
  const leaf = find(node.parameter, method, path, end + 1, values);
  if (!leaf) values.pop();
  return leaf;
}

/** null for malformed encoding, and for U+0000, which PostgreSQL refuses. */
function decodeSegment(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    const decoded = decodeURIComponent(segment);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}
