/** Null: nothing is known now, and nothing is told. By the value of `label` where there is one. */
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
