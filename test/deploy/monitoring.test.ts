import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { parse } from 'yaml';
import { startTestApp } from '../support/app.js';
import { parseExposition } from '../support/exposition.js';
import { readPromql } from './promql.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource: { uid: string };
  targets: { expr: string; refId: string; datasource: { uid: string } }[];
}

const RULES: Rule[] = parse(read('deploy/prometheus/alerts.yml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);
const DASHBOARD = JSON.parse(read('deploy/grafana/cartload.json'));
const PANELS: Panel[] = DASHBOARD.panels;
const CHARTS = PANELS.filter(({ type }) => type !== 'row');
const OPERATIONS = read('docs/operations.md');

// biome-ignore lint/suspicious/noTemplateCurlyInString: as Grafana writes variables
const DATASOURCE = '${datasource}';

/** Fills in Grafana's own variable. */
const filledIn = (expr: string): string => expr.replaceAll('$__rate_interval', '5m');

/** Labels that the scraper adds. */
const OF_PROMETHEUS = new Set(['job', 'instance']);
/** Labels whose values come with requests: a fresh service has none. */
const OPEN_LABELS = new Set(['method', 'route', 'status', 'result', ...OF_PROMETHEUS]);

/** Metrics, their labels and values, as a service exposes them. */
async function scrape(): Promise<Map<string, Map<string, Set<string>>>> {
  const service = await startTestApp(t);
  const call = await service.client();
  await call('GET', '/me');
  const { body } = await call<string>('GET', service.app.publicUrl.replace('/v1', '/metrics'));
  const metrics = new Map<string, Map<string, Set<string>>>();
  for (const [name, { type, samples }] of parseExposition(body)) {
    const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const suffix of suffixes) metrics.set(name + suffix, new Map());
    for (const sample of samples.keys()) {
      const labels = metrics.get(sample.replace(/\{.*/, '')) ?? new Map<string, Set<string>>();
      for (const [, label = '', value = ''] of sample.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
        labels.set(label, (labels.get(label) ?? new Set()).add(value));
    }
  }
  // Metrics of Redis and of the geocoding service have no samples without them.
  for (const [, name = '', labels = ''] of OPERATIONS.matchAll(/^\| `(cartload_\w+)(?:\{([\w,]+)\})?`/gm))
    for (const label of labels.split(','))
      if (!metrics.get(name)?.has(label)) metrics.get(name)?.set(label, new Set());
  return metrics;
}

const METRICS = await scrape();
// A service without a supervisor lacks its metrics.
for (const name of [
  'cartload_processes',
  'cartload_processes_silent',
  'cartload_processes_hung_total',
  'cartload_process_restarts_total',
])
  METRICS.set(name, new Map([['role', new Set(['http', 'jobs'])]]));

/** Names in an expression that no service exposes. */
function strangersIn(expression: string): string[] {
  const { asked, grouping } = readPromql(filledIn(expression));
  const known = new Set(OF_PROMETHEUS);
  const strangers: string[] = [];
  for (const { metric, matchers } of asked) {
    const labels = metric === 'up' ? new Map<string, Set<string>>() : METRICS.get(metric);
    if (!labels) {
      strangers.push(metric);
      continue;
    }
    for (const label of labels.keys()) known.add(label);
    for (const { label, operator, value } of matchers) {
      const values = labels.get(label);
      if (!values && !OF_PROMETHEUS.has(label)) strangers.push(`${metric}{${label}}`);
      if (operator === '=' && !OPEN_LABELS.has(label) && !values?.has(value))
        strangers.push(`${metric}{${label}="${value}"}`);
    }
  }
  return [...strangers, ...grouping.filter((label) => !known.has(label))];
}

t.test('expressions are read by the grammar of Prometheus, and strangers in them found', async (t) => {
  t.same(strangersIn('sum by (pool) (cartload_threads{pool="imports"}) > 0'), []);
  t.same(strangersIn('cartload_thread{pool="imports"} / up'), ['cartload_thread']);
  t.same(strangersIn('cartload_threads{kind=~"x"}'), ['cartload_threads{kind}']);
  t.same(strangersIn('cartload_threads{pool="import"}'), ['cartload_threads{pool="import"}']);
  t.same(strangersIn('sum by (kind) (cartload_threads)'), ['kind']);
  t.throws(() => strangersIn('sum by (cartload_threads'), /no PromQL/);
});

t.test('every alert asks for what a service tells, and has a severity, words and a runbook', async (t) => {
  t.ok(RULES.length >= 15);
  t.equal(new Set(RULES.map(({ alert }) => alert)).size, RULES.length, 'names are told apart');
  // Anchors of headings: lower case, blanks as hyphens.
  const anchors = new Set(
    [...OPERATIONS.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!.toLowerCase().replaceAll(' ', '-')),
  );
  for (const { alert, expr, labels, annotations } of RULES) {
    t.same(strangersIn(expr), [], alert);
    t.match(labels.severity, /^(critical|warning)$/, alert);
    t.match(annotations.summary, /\S/, alert);
    const [file, anchor] = annotations.runbook_url.split('#');
    t.equal(file, 'docs/operations.md', alert);
    t.ok(anchors.has(anchor!), `${alert}: ${anchor}`);
    t.equal(anchor, alert.toLowerCase());
  }
});

t.test('every panel asks for what a service tells', async (t) => {
  t.ok(CHARTS.length >= 25);
  for (const { title, targets } of CHARTS) {
    t.ok(targets.length > 0, title);
    for (const { expr } of targets) t.same(strangersIn(expr), [], title);
  }
});

t.test('every metric of the service is on the dashboard or in an alert, but for a few', async (t) => {
  const expressions = [
    ...CHARTS.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...RULES.map(({ expr }) => expr),
  ];
  const asked = new Set(
    expressions.flatMap((expr) => readPromql(filledIn(expr)).asked.map(({ metric }) => metric)),
  );
  const ours = [...METRICS.keys()].filter((name) => /^cartload_/.test(name) && !/_(sum|count)$/.test(name));
  t.same(ours.filter((name) => !asked.has(name)).sort(), [
    'cartload_build_info',
    'cartload_geocoder_cache_lookups_total',
    'cartload_geocoder_outages_total',
    'cartload_geocoder_requests_running',
    'cartload_geocoder_requests_waiting',
    'cartload_geocoder_retries_total',
    'cartload_image_bytes_total',
    'cartload_import_blocks_total',
    'cartload_import_keys',
    'cartload_jobs_running',
    'cartload_mail_attempts_failed_total',
    'cartload_nearby_indexes',
    'cartload_processes',
    'cartload_processes_silent',
    'cartload_spool_files',
    'cartload_webhook_attempts_failed_total',
  ]);
});

t.test('the dashboard has what Grafana needs to load it', async (t) => {
  t.match(DASHBOARD, { uid: 'cartload', title: 'cartload', schemaVersion: Number, time: { from: /^now-/ } });
  t.equal(new Set(PANELS.map(({ id }) => id)).size, PANELS.length, 'ids of panels are unique');
  const variables = DASHBOARD.templating.list as { name: string; type: string; query: unknown }[];
  t.match(variables, [
    { name: 'datasource', type: 'datasource', query: 'prometheus' },
    { name: 'job' },
    { name: 'instance' },
  ]);
  const used = new Set([...JSON.stringify(PANELS).matchAll(/\$\{?(\w+)/g)].map(([, name]) => name!));
  const names = variables.map(({ name }) => name);
  t.same(
    [...used].filter((name) => name !== '__rate_interval' && !names.includes(name)),
    [],
  );
  for (const { title, datasource, targets, gridPos } of CHARTS) {
    t.equal(datasource.uid, DATASOURCE, title);
    t.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
    t.ok(
      targets.every((target) => target.datasource.uid === DATASOURCE),
      title,
    );
    t.ok(gridPos.x + gridPos.w <= 24, `${title} is within the grid`);
  }
  const overlapping = CHARTS.filter(({ id, gridPos: a }) =>
    CHARTS.some(
      ({ id: other, gridPos: b }) =>
        other > id && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h,
    ),
  );
  t.same(overlapping, []);
});

const skip = spawnSync('promtool', ['--version']).status !== 0 && 'no promtool';

t.test('Prometheus takes the rules, and they fire when they are to', { skip }, async (t) => {
  const directory = join(ROOT, 'deploy/prometheus');
  for (const args of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: directory, encoding: 'utf8' });
    t.equal(status, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  }
});
