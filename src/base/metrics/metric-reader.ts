/** A value, or values by label; null when it is unknown and left out. */
export type Values = number | null | Readonly<Record<string, number | null>>;

/** A metric of a part of the service, read at each scrape. */
export interface MetricReader {
  /**
   * By the conventions of Prometheus: cartload_, base units, _total for counters. docs/operations.md lists
   * it.
   */
  readonly name: string;
  readonly help: string;
  /** A counter only grows while the process lives. */
  readonly type: 'gauge' | 'counter';
  /** Name of a label with few values, never an account or a map. */
  readonly label?: string;
  /** Aggregation over several processes on one port; default: the sum. */
  readonly ofAll?: 'sum' | 'max' | 'min';
  readonly read: () => Values | Promise<Values>;
}

/** @param name without the prefix cartload_ */
export const gauge = (
  name: string,
  help: string,
  read: MetricReader['read'],
  label?: string,
): MetricReader => ({
  name: `cartload_${name}`,
  help,
  type: 'gauge',
  read,
  ...(label && { label }),
});

/** Makes what `gauge` makes, for a value that only grows. */
export const counter = (...of: Parameters<typeof gauge>): MetricReader => ({
  ...gauge(...of),
  type: 'counter',
});

/** A gauge of the database, the disk or a service, which every process reads alike except for the time. */
export const worst = (ofAll: 'max' | 'min', ...of: Parameters<typeof gauge>): MetricReader => ({
  ...gauge(...of),
  ofAll,
});

/** Merges readings of one name and label, which have different values of the label. */
export function mergeReaders(readings: readonly MetricReader[]): MetricReader[] {
  const byName = new Map<string, MetricReader>();
  for (const reading of readings) {
    const known = byName.get(reading.name);
    byName.set(reading.name, known ? merged(known, reading) : reading);
  }
  return [...byName.values()];
}

const merged = (a: MetricReader, b: MetricReader): MetricReader => ({
  ...a,
  read: async () => Object.assign({}, ...(await Promise.all([a.read(), b.read()]))),
});
