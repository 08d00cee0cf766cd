import { parser } from '@prometheus-io/lezer-promql';

/** What an expression asks for. */
export interface Asked {
  metric: string;
  /** Of its matchers and their values, as they are written; only `=` compares with one value. */
  matchers: { label: string; operator: string; value: string }[];
}

/** By the grammar of Prometheus itself. @throws Error with what is no PromQL */
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
