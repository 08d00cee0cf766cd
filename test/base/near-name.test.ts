import t from 'tap';
import { didYouMean, nearName } from '../../src/base/near-name.js';

const NAMES = ['name', 'lat', 'lng', 'category', 'custom_fields', 'dry_run', 'zip'];

t.test('finds the name that was meant', async (t) => {
  for (const [word, meant] of [
    ['nmae', 'name'],
    ['customFields', 'custom_fields'],
    ['dry-run', 'dry_run'],
    ['Categories', 'category'],
    ['zipp', 'zip'],
    ['colour', null],
    ['x', null],
    ['', null],
    ['x'.repeat(100_000), null],
    ['lat', null],
  ] as const)
    t.equal(nearName(word, word === 'lat' ? ['lat'] : NAMES), meant, word.slice(0, 20));
  t.equal(didYouMean('nmae', NAMES), '; did you mean "name"?');
  t.equal(didYouMean('colour', NAMES), '');
  t.equal(didYouMean('nmae', NAMES, ' (', ')'), ' (did you mean "name"?)');
});
