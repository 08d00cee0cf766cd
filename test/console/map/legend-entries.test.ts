import t from 'tap';
import { entriesOf, moveEntry, whyNot, writtenOf } from '../../../src/console/map/legend-entries.js';

const entries = entriesOf([
  { name: 'Open', color: 'green' },
  { name: 'Closed', color: 'red' },
  { name: 'Planned', color: 'blue' },
]);
const namesOf = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);

t.test('a category moves to a place of the list, and nowhere else', async (t) => {
  t.same(namesOf(moveEntry(entries, 0, 2)), ['Closed', 'Planned', 'Open']);
  t.same(namesOf(moveEntry(entries, 2, 0)), ['Planned', 'Open', 'Closed']);
  for (const to of [-1, 1, 3]) t.equal(moveEntry(entries, 1, to), entries);
});

t.test('categories need names of their own', async (t) => {
  t.equal(whyNot(entries), null);
  t.match(whyNot([...entries, { key: 9, name: ' ', color: '' }]), /Category 4 needs a name/);
  t.match(whyNot([...entries, { key: 9, name: 'Open ', color: '' }]), /Two categories are called “Open”/);
});

t.test('the service chooses the colour of a new category', async (t) => {
  t.same(writtenOf([{ key: 1, name: ' New ', color: '' }, entries[0]!]), [
    { name: 'New' },
    { name: 'Open', color: 'green' },
  ]);
});
