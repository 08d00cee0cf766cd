/**
 * Runs a step for each item, a few ahead, and gives the results in the order of the items. No step is under
 * way any more when the loop over them ends, however it ends.
 */
export async function* inTurn<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  step: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending = items[Symbol.iterator]();
  const begun: Promise<Result>[] = [];
  const beginNext = (): void => {
    const next = pending.next();
    if (next.done) return;
    const result = step(next.value);
    result.catch(() => {}); // awaited below, in its turn
    begun.push(result);
  };
  try {
    for (let i = 0; i <= ahead; i++) beginNext();
    for (let next = begun.shift(); next; next = begun.shift()) {
      const result = await next;
      beginNext();
      yield result;
    }
  } finally {
    await Promise.allSettled(begun);
  }
}
