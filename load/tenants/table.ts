import { type Felt, KINDS } from './victim.js';

const ms = (value: number): string => (value >= 10 ? String(Math.round(value)) : value.toFixed(1));

export interface TenantsRow {
  beside: string;
  felt: Felt;
  /** Resident memory of the process at the end. */
  rssMb: number;
  /** Part of `rssMb` for the indexes of nearby searches, a cache with a limit. */
  nearbyMb: number;
}

const MOST_ME_MS = 150;
const MOST_IMPORT_MS = 300;

const meetsTargets = ({ felt }: TenantsRow): boolean =>
  felt.ms['GET /me'].p99 <= MOST_ME_MS &&
  felt.ms['import of a row'].p99 <= MOST_IMPORT_MS &&
  felt.failed === 0 &&
  felt.readinessLost === 0;

/** p50/p99 of each kind of request by the attack beside it, as Markdown, then one JSON line for programs. */
export function reportTenants(rows: readonly TenantsRow[]): void {
  const header = [
    'beside it',
    ...KINDS,
    'failed',
    'refused',
    'queued',
    'readiness lost',
    'RSS MB',
    'of it nearby',
  ];
  const lines = rows.map(({ beside, felt, rssMb, nearbyMb }) => [
    beside,
    ...KINDS.map((kind) => `${ms(felt.ms[kind].p50)} / ${ms(felt.ms[kind].p99)}`),
    String(felt.failed),
    String(felt.refused),
    String(felt.queued),
    String(felt.readinessLost),
    String(Math.round(rssMb)),
    String(Math.round(nearbyMb)),
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(`\ntenants: what one account feels of another, ms (p50 / p99)\n\n${line(header)}`);
  process.stdout.write(line(header.map(() => '---')));
  for (const cells of lines) process.stdout.write(line(cells));
  process.stdout.write(
    `\ntargets: GET /me p99 ${MOST_ME_MS} ms, import of a row p99 ${MOST_IMPORT_MS} ms, nothing failed and no readiness lost\n`,
  );
  const missed = rows.filter((row) => !meetsTargets(row)).map(({ beside }) => beside);
  process.stdout.write(missed.length === 0 ? 'all are met\n' : `missed beside: ${missed.join('; ')}\n`);
  process.stdout.write(`${JSON.stringify({ bench: 'tenants', rows })}\n`);
}
