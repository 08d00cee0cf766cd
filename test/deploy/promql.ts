import { parser } from '@prometheus-io/lezer-promql';

/** A metric selected by an expression. */
export interface Asked {
  metric: string;
  /** Matchers as written; only `=` compares with a single value. */
  matchers: { label: string; operator: string; value: string }[];
}

/** Parses an expression with Prometheus' own grammar. @throws Error for anything but PromQL */
export function readPromql(expression: string): { asked: Asked[]; grouping: string[] } {
  const asked: Asked[] = [];
  const grouping: string[] = [];
  const tree = parser.parse(expression);
  tree.iterate({
    enter: (node) => {
      const text = (name: string): string => {
        const child = node.node.getChild(name);
        return child ? expression.slice(child.from, child.to) : '';
      };
      if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${expression}`);
      if (node.name === 'VectorSelector') asked.push({ metric: text('Identifier'), matchers: [] });
      if (node.name === 'UnquotedLabelMatcher') {
        const value = JSON.parse(text('StringLiteral'));
        asked.at(-1)!.matchers.push({ label: text('LabelName'), operator: text('MatchOp'), value });
      }
      if (node.name === 'GroupingLabels')
        grouping.push(
          ...node.node.getChildren('LabelName').map(({ from, to }) => expression.slice(from, to)),
        );
    },
  });
  return { asked, grouping };
}
