/** A column that could carry a field, with its score above the field's threshold. */
export interface Bid {
  readonly field: string;
  readonly column: number;
  readonly score: number;
}

/** Bids of one field beyond the best few never win: fields are few, and each takes one column. */
const MAX_BIDS_PER_FIELD = 8;

/**
 * Gives each field one column at most and each column one field at most, so that the sum of the scores is
 * highest: shortest augmenting paths over the sparse graph of bids. Ties go to the leftmost column.
 * @returns column -> the bid that won it
 */
export function assignFields(bids: readonly Bid[]): Map<number, Bid> {
  const byField = new Map<string, Bid[]>();
  for (const bid of bids) {
    const rivals = byField.get(bid.field);
    if (rivals) rivals.push(bid);
    else byField.set(bid.field, [bid]);
  }
  const fields = [...byField.keys()];
  for (const field of fields) {
    byField.set(
      field,
      byField
        .get(field)!
        .sort((a, b) => b.score - a.score || a.column - b.column)
        .slice(0, MAX_BIDS_PER_FIELD),
    );
  }
  const held = new Map<number, Bid>();
  for (const field of fields) augment(field, byField, held);
  return held;
}

/**
 * Finds the chain of exchanges that adds most to the sum when `start` enters (Bellman-Ford; fields are few).
 */
function augment(start: string, byField: ReadonlyMap<string, readonly Bid[]>, held: Map<number, Bid>): void {
  const gain = new Map<string, number>([[start, 0]]);
  const cameBy = new Map<string, { from: string; bid: Bid }>();
  const queue = [start];
  let end: { bid: Bid; gain: number } | null = null;
  // The start may also stay without a column, and so may the last field of a chain, which then loses the
  // score of the column that it had.
  let dropped: { field: string; gain: number } = { field: start, gain: 0 };
  for (let steps = 0; queue.length > 0 && steps < 2000; steps++) {
    const field = queue.shift()!;
    const base = gain.get(field)!;
    for (const bid of byField.get(field) ?? []) {
      const total = base + bid.score;
      const holder = held.get(bid.column);
      if (holder?.field === field) continue;
      if (!holder) {
        if (!end || total > end.gain + 1e-9) end = { bid, gain: total };
        continue;
      }
      const rest = total - holder.score;
      if (
        rest <= (gain.get(holder.field) ?? Number.NEGATIVE_INFINITY) + 1e-9 ||
        onPath(field, holder.field, cameBy)
      )
        continue;
      gain.set(holder.field, rest);
      cameBy.set(holder.field, { from: field, bid });
      queue.push(holder.field);
      if (rest > dropped.gain + 1e-9) dropped = { field: holder.field, gain: rest };
    }
  }
  const last = end !== null && end.gain > dropped.gain ? end.bid : null;
  const changes: Bid[] = last ? [last] : [];
  for (let step = cameBy.get(last?.field ?? dropped.field); step; step = cameBy.get(step.from))
    changes.push(step.bid);
  for (const bid of changes) held.set(bid.column, bid);
}

function onPath(
  field: string,
  sought: string,
  cameBy: ReadonlyMap<string, { from: string; bid: Bid }>,
): boolean {
  for (let at: string | undefined = field; at !== undefined; at = cameBy.get(at)?.from)
    if (at === sought) return true;
  return false;
}
