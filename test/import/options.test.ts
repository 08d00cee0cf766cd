import t from 'tap';
import { completeOptions, shownOptions } from '../../src/import/options.js';

t.test('a default country must be one', async (t) => {
  for (const code of ['DE', 'us', 'UK', 'XK', 'DEU', 'gbr'])
    t.equal(completeOptions({ default_country: code }).defaultCountry, code);
  t.equal(completeOptions({}).defaultCountry, null);
  for (const code of ['XX', 'ZZ', 'qq', 'EU', 'UN', 'XYZ', 'eur']) {
    t.throws(() => completeOptions({ default_country: code }), {
      code: 'BAD_REQUEST',
      message: `default_country "${code}" is not an ISO 3166 country code`,
    });
  }
});

t.test('a job keeps a column that is ignored several times once', async (t) => {
  t.same(shownOptions({ ignore: ['a', 'b', 'a', 'a'] }, 'csv').ignore, ['a', 'b']);
  t.notOk('ignore' in shownOptions({}, 'csv'));
});
