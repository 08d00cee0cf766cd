/**
 * Strongly connected components of a graph in CSR form: Tarjan's algorithm (SIAM J. Comput. 1(2), 1972) with
 * an explicit stack, as street networks are deeper than the call stack.
 * @returns component number of each vertex, from 1
 */
export function componentsOf(firstArc: Uint32Array, arcHead: Uint32Array): Uint32Array {
  const vertices = firstArc.length - 1;
  const UNSEEN = 0;
  /** 1 + order of discovery. */
  const seenAt = new Uint32Array(vertices);
  const lowest = new Uint32Array(vertices);
  const component = new Uint32Array(vertices);
  const path = new Uint32Array(vertices);
  const nextArc = new Uint32Array(vertices);
  const open = new Uint32Array(vertices);
  let opened = 0;
  let seen = 0;
  let components = 0;
  for (let start = 0; start < vertices; start++) {
    if (seenAt[start] !== UNSEEN) continue;
    let depth = 0;
    const enter = (vertex: number): void => {
      seenAt[vertex] = lowest[vertex] = ++seen;
      nextArc[vertex] = firstArc[vertex]!;
      path[depth++] = vertex;
      open[opened++] = vertex;
    };
    enter(start);
    while (depth > 0) {
      const vertex = path[depth - 1]!;
      const arc = nextArc[vertex]!;
      if (arc < firstArc[vertex + 1]!) {
        nextArc[vertex] = arc + 1;
        const head = arcHead[arc]!;
        if (seenAt[head] === UNSEEN) enter(head);
        else if (component[head] === 0 && seenAt[head]! < lowest[vertex]!) lowest[vertex] = seenAt[head]!;
        continue;
      }
      depth--;
      if (depth > 0) {
        const parent = path[depth - 1]!;
        if (lowest[vertex]! < lowest[parent]!) lowest[parent] = lowest[vertex]!;
      }
      if (lowest[vertex] !== seenAt[vertex]) continue;
      components++;
      for (let member = -1; member !== vertex; ) {
        member = open[--opened]!;
        component[member] = components;
      }
    }
  }
  return component;
}
