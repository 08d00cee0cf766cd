import t from 'tap';
import { LABELS, Probabilities } from '../../src/recognise/model/classifier.js';
import { secondBest } from '../../src/recognise/second-best.js';

const chances = (of: Partial<Record<(typeof LABELS)[number], number>>): Probabilities =>
  new Probabilities(Float64Array.from(LABELS, (label) => Math.log(of[label] ?? 1e-9)));
const rounded = ({ secondBest: found }: ReturnType<typeof secondBest>) =>
  found && [found.label, Number(found.probability.toFixed(2))];

t.test('the likeliest reading beside the decided one is told, if it is likely at all', async (t) => {
  const likely = chances({ zip: 0.6, city: 0.25, custom: 0.15 });
  t.same(rounded(secondBest('zip', likely, () => true)), ['city', 0.25]);
  t.same(rounded(secondBest('custom', likely, () => true)), ['zip', 0.6], 'another column has the field');
  const sure = chances({ zip: 0.95, city: 0.05 });
  t.same(
    secondBest('zip', sure, () => true),
    {},
  );
});

t.test('a custom field is a reading, a field that the values exclude is none', async (t) => {
  const likely = chances({ zip: 0.6, city: 0.25, custom: 0.15 });
  t.same(rounded(secondBest('zip', likely, (field) => field !== 'city')), ['custom', 0.15]);
  t.same(rounded(secondBest('zip', chances({ zip: 0.6, ignore: 0.4 }), () => true)), undefined);
});
