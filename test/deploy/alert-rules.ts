import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { evaluate, type Sample } from './promql-values.js';

export interface Rule {
  alert: string;
  expr: string;
  for?: string;
}

export const RULES: readonly Rule[] = parse(
  readFileSync(new URL('../../../deploy/prometheus/alerts.yml', import.meta.url), 'utf8'),
).groups.flatMap(({ rules }: { rules: Rule[] }) => rules);

/** The test that causes each alert: those that cost little in the suite, the others among the faults. */
export const CAUSED_IN: Readonly<
  Record<
    string,
    'deploy/alerts-caused' | 'faults/alerts' | 'faults/alerts-of-processes' | 'http/answers-under-way'
  >
> = {
  CartloadDown: 'faults/alerts-of-processes',
  CartloadErrors: 'deploy/alerts-caused',
  CartloadSlow: 'faults/alerts',
  CartloadRefuses: 'faults/alerts',
  // Ten downloads of 12 MB that nobody read were not cut in a service. Real answers are cut there;
  // deploy/alerts asks the rule with made readings.
  CartloadAnswersCut: 'http/answers-under-way',
  CartloadTurnHeld: 'faults/alerts',
  CartloadStalls: 'deploy/alerts-caused',
  CartloadMemory: 'faults/alerts',
  CartloadProcessSilent: 'faults/alerts-of-processes',
  CartloadProcessRestarts: 'faults/alerts-of-processes',
  CartloadDatabaseDown: 'deploy/alerts-caused',
  CartloadDatabaseSilent: 'faults/alerts',
  CartloadStatementsWait: 'faults/alerts',
  CartloadDatabaseSlow: 'faults/alerts',
  CartloadJobsWait: 'deploy/alerts-caused',
  CartloadJobsOverdue: 'deploy/alerts-caused',
  CartloadJobsFail: 'faults/alerts',
  CartloadLeasesLost: 'faults/alerts',
  CartloadUploadsUnreadable: 'faults/alerts',
  CartloadDiskFull: 'faults/alerts',
  CartloadDescriptors: 'faults/alerts',
  CartloadBlobStoreDown: 'faults/alerts',
  CartloadRedisDown: 'faults/alerts',
  CartloadGeocoderDown: 'faults/alerts',
  CartloadMailsWait: 'deploy/alerts-caused',
  CartloadMailsGivenUp: 'deploy/alerts-caused',
  CartloadWebhooksGivenUp: 'deploy/alerts-caused',
  CartloadBackupOld: 'deploy/alerts-caused',
  CartloadIndexTooSmall: 'faults/alerts',
};

/** Names of the alerts that a test causes. */
export const causedIn = (test: (typeof CAUSED_IN)[string]): string[] =>
  RULES.map(({ alert }) => alert).filter((alert) => CAUSED_IN[alert] === test);

const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600 };
const STEP_SECONDS = 60;
/** An hour that a rule looks back, and half of one of its `for`. */
const AT_MOST_SECONDS = 5400;

/**
 * Tells whether Prometheus, which evaluates a rule once a minute, fires an alert when what happened between
 * two scrapes goes on: what counters have gained is gained again each minute, and other values stay as they
 * are. The time of `for` is counted on this clock.
 */
export function fires(alert: string, before: Sample[], now: Sample[]): boolean {
  const rule = RULES.find((each) => each.alert === alert)!;
  const [, count = '0', unit = 'm'] = /^(\d+)([mh])$/.exec(rule.for ?? '') ?? [];
  const forSeconds = Number(count) * SECONDS[unit]!;
  const asked = ({ labels }: Sample): boolean => rule.expr.includes(labels.__name__!);
  const at = goingOn(before.filter(asked), now.filter(asked));
  let sinceSeconds: number | null = null;
  for (let seconds = STEP_SECONDS; seconds <= AT_MOST_SECONDS; seconds += STEP_SECONDS) {
    const scrapes = { before: (back: number) => at(seconds - back), now: at(seconds) };
    const isTrue = (evaluate(rule.expr, scrapes) as Sample[]).length > 0;
    sinceSeconds = isTrue ? (sinceSeconds ?? seconds) : null;
    if (sinceSeconds !== null && seconds - sinceSeconds >= forSeconds) return true;
  }
  return false;
}

/** Samples by seconds since the first of two scrapes a minute apart. */
function goingOn(before: Sample[], now: Sample[]): (seconds: number) => Sample[] {
  const key = ({ labels }: Sample): string => JSON.stringify(Object.entries(labels).sort());
  const earlier = new Map(before.map((sample) => [key(sample), sample.value]));
  return (seconds) => {
    if (seconds <= 0) return before;
    return now.map((sample) => {
      const isCounter = /_(total|count|sum|bucket)$/.test(sample.labels.__name__!);
      const gained = isCounter ? sample.value - (earlier.get(key(sample)) ?? sample.value) : 0;
      return { ...sample, value: sample.value + gained * (seconds / STEP_SECONDS - 1) };
    });
  };
}
