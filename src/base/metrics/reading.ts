/** null: nothing is known now, and nothing is told. By the value of `label` where there is one. */
export type Values = number | null | Readonly<Record<string, number | null>>;

/** A metric as a value: what a part of the service tells of itself, read at each scrape. */
export interface Reading {
  /** In the conventions of Prometheus: cartload_, base units, _total for counters. docs/operations.md has it, too. */
  readonly name: string;
  readonly help: string;
  /** A counter only grows while the process lives. */
  readonly type: 'gauge' | 'counter';
  /** Few values, of our own making: no account, no map. */
  readonly label?: string;
  /** What several processes on one port tell together; default: the sum. */
  readonly ofAll?: 'sum' | 'max' | 'min';
  readonly read: () => Values | Promise<Values>;
}

/** @param name without its cartload_ */
export const gauge = (name: string, help: string, read: Reading['read'], label?: string): Reading => ({
  name: `cartload_${name}`,
  help,
  type: 'gauge',
  read,
  ...(label && { label }),
});

/** As `gauge`, of something that only grows. */
export const counter = (...of: Parameters<typeof gauge>): Reading => ({ ...gauge(...of), type: 'counter' });

/** A gauge of the database, the disk or a service: the same for every process, but for when it looked. */
export const worst = (ofAll: 'max' | 'min', ...of: Parameters<typeof gauge>): Reading => ({
  ...gauge(...of),
  ofAll,
});

/** Readings of one name and one label, each with values of its own, become one. */
export function mergeReadings(readings: readonly Reading[]): Reading[] {
  const byName = new Map<string, Reading>();
  for (const reading of readings) {
    const known = byName.get(reading.name);
    byName.set(reading.name, known ? merged(known, reading) : reading);
  }
  return [...byName.values()];
}

const merged = (a: Reading, b: Reading): Reading => ({
  ...a,
  read: async () => Object.assign({}, ...(await Promise.all([a.read(), b.read()]))),
});
