import { parser } from '@prometheus-io/lezer-promql';
import { parseExposition } from '../support/exposition.js';

type Labels = Readonly<Record<string, string>>;
export interface Sample {
  /** Labels, and the metric's name as __name__. */
  labels: Labels;
  value: number;
}
type Value = number | Sample[];
type Node = ReturnType<typeof parser.parse>['topNode'];

/**
 * Samples that Prometheus has scraped: at the beginning of the time that an expression looks back over, and
 * now.
 */
export interface Scrapes {
  /** The latter by the seconds that an expression looks back. */
  before: Sample[] | ((seconds: number) => Sample[]);
  now: Sample[];
}

const MINUTES: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 1440 };

/**
 * Evaluates the forms of PromQL that the alert rules use, over two scrapes.
 * @throws Error for any other form
 */
export function evaluate(expression: string, { before, now }: Scrapes): Value {
  const text = (node: Node): string => expression.slice(node.from, node.to);
  const children = (node: Node): Node[] => {
    const found: Node[] = [];
    for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
    return found;
  };
  const of = (node: Node): Value => {
    switch (node.name) {
      case 'PromQL':
      case 'ParenExpr':
        return of(node.firstChild!);
      case 'NumberDurationLiteral':
        return Number(text(node));
      case 'VectorSelector':
        return select(node, now);
      case 'AggregateExpr':
        return aggregate(node);
      case 'FunctionCall':
        return call(node);
      case 'BinaryExpr':
        return combine(node);
      default:
        throw new Error(`${node.name} is not among the forms of the rules: ${expression}`);
    }
  };
  const select = (node: Node, samples: Sample[]): Sample[] => {
    const name = text(node.getChild('Identifier')!);
    const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
    return samples.filter(
      ({ labels }) => labels.__name__ === name && matchers.every((matcher) => matches(matcher, labels)),
    );
  };
  const matches = (matcher: Node, labels: Labels): boolean => {
    const value = labels[text(matcher.getChild('LabelName')!)] ?? '';
    const wanted: string = JSON.parse(text(matcher.getChild('StringLiteral')!));
    const operator = text(matcher.getChild('MatchOp')!);
    const holds = operator.includes('~') ? new RegExp(`^(?:${wanted})$`).test(value) : value === wanted;
    return operator.startsWith('!') ? !holds : holds;
  };
  const aggregate = (node: Node): Sample[] => {
    const modifier = node.getChild('AggregateModifier');
    const by = (modifier?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []).map(text);
    const groups = new Map<string, Sample[]>();
    for (const sample of vector(of(node.getChild('FunctionCallBody')!.firstChild!))) {
      const labels = Object.fromEntries(
        by.flatMap((name) => (sample.labels[name] === undefined ? [] : [[name, sample.labels[name]]])),
      );
      groups.set(keyOf(labels), [...(groups.get(keyOf(labels)) ?? []), { labels, value: sample.value }]);
    }
    const values = (group: Sample[]): number[] => group.map(({ value }) => value);
    const how = text(node.getChild('AggregateOp')!);
    return [...groups.values()].map((group) => ({
      labels: group[0]!.labels,
      value:
        how === 'max' ? Math.max(...values(group)) : values(group).reduce((sum, value) => sum + value, 0),
    }));
  };
  const call = (node: Node): Value => {
    const name = text(node.getChild('FunctionIdentifier')!);
    const [first, second] = children(node.getChild('FunctionCallBody')!);
    if (name === 'histogram_quantile') return quantiles(of(first!) as number, vector(of(second!)));
    const selector = first!.getChild('VectorSelector')!;
    const [, count, unit] = /^(\d+)([smhd])$/.exec(text(first!.getChild('DurationExpr')!))!;
    const seconds = Number(count) * MINUTES[unit!]! * 60;
    const then = typeof before === 'function' ? before(seconds) : before;
    const earlier = new Map(select(selector, then).map(({ labels, value }) => [keyOf(labels), value]));
    return select(selector, now).map(({ labels, value }) => {
      const was = earlier.get(keyOf(labels)) ?? value;
      return { labels: nameless(labels), value: over(name, was, value, seconds) };
    });
  };
  const combine = (node: Node): Value => {
    const parts = children(node).filter(({ name }) => !/Modifier/.test(name));
    const [left, operator, right] = [of(parts[0]!), text(parts[1]!), of(parts[2]!)];
    const ignored =
      node.getChild('MatchingModifierClause')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? [];
    const key = (labels: Labels): string => keyOf(nameless(labels), ignored.map(text));
    if (operator === 'or') {
      const known = new Set(vector(left).map(({ labels }) => key(labels)));
      return [...vector(left), ...vector(right).filter(({ labels }) => !known.has(key(labels)))];
    }
    if (typeof left === 'number' && typeof right === 'number') return computed(operator, left, right)!;
    const pairs: [Labels, number, number][] =
      typeof left === 'number'
        ? vector(right).map(({ labels, value }) => [labels, left, value])
        : typeof right === 'number'
          ? left.map(({ labels, value }) => [labels, value, right])
          : left.flatMap(({ labels, value }) => {
              const other = right.find((sample) => key(sample.labels) === key(labels));
              return other ? [[labels, value, other.value] as [Labels, number, number]] : [];
            });
    return pairs.flatMap(([labels, a, b]) => {
      const value = computed(operator, a, b);
      return value === null ? [] : [{ labels, value }];
    });
  };
  return of(parser.parse(expression).topNode);
}

const vector = (value: Value): Sample[] => (typeof value === 'number' ? [{ labels: {}, value }] : value);
const nameless = ({ __name__: _, ...labels }: Labels): Labels => labels;
const keyOf = (labels: Labels, ignored: readonly string[] = []): string =>
  JSON.stringify(
    Object.entries(labels)
      .filter(([name]) => !ignored.includes(name))
      .sort(),
  );

function over(name: string, was: number, is: number, seconds: number): number {
  switch (name) {
    case 'increase':
      return is - was;
    case 'rate':
      return (is - was) / seconds;
    case 'min_over_time':
      return Math.min(was, is);
    case 'max_over_time':
      return Math.max(was, is);
    default:
      throw new Error(`${name} is not among the functions of the rules`);
  }
}

/** @returns null where a comparison does not hold */
function computed(operator: string, a: number, b: number): number | null {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '^':
      return a ** b;
    case '>':
      return a > b ? a : null;
    case '<':
      return a < b ? a : null;
    case '==':
      return a === b ? a : null;
    default:
      throw new Error(`${operator} is not among the operators of the rules`);
  }
}

/** The upper bound of the bucket with the quantile, by the other labels. */
function quantiles(quantile: number, buckets: Sample[]): Sample[] {
  const groups = new Map<string, Sample[]>();
  for (const bucket of buckets) {
    const key = keyOf(bucket.labels, ['le']);
    groups.set(key, [...(groups.get(key) ?? []), bucket]);
  }
  const bound = ({ labels }: Sample): number => Number(labels.le!.replace('+Inf', 'Infinity'));
  return [...groups.values()].flatMap((group) => {
    const sorted = group.sort((a, b) => bound(a) - bound(b));
    const all = sorted.at(-1)!.value;
    const found = sorted.find(({ value }) => value >= quantile * all)!;
    const { le: _, ...labels } = found.labels;
    return all > 0 ? [{ labels, value: bound(found) }] : [];
  });
}

/** Samples of a scrape as Prometheus stores them. @param up whether it could be scraped */
export function samplesOf(exposition: string, up = 1): Sample[] {
  const scraped = { job: 'cartload', instance: 'a' };
  const samples: Sample[] = [{ labels: { __name__: 'up', ...scraped }, value: up }];
  for (const family of parseExposition(exposition).values())
    for (const [series, value] of family.samples) {
      const labels: Record<string, string> = { __name__: series.replace(/\{.*/, ''), ...scraped };
      for (const [, name = '', label = ''] of series.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
        labels[name] = label;
      samples.push({ labels, value });
    }
  return samples;
}
