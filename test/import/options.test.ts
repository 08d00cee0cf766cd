import t from 'tap';
import { completeOptions } from '../../src/import/options.js';

t.test('a default country must be one', (t) => {
  for (const code of ['DE', 'us', 'UK', 'XK', 'DEU'])
    t.equal(completeOptions({ default_country: code }).defaultCountry, code);
  t.equal(completeOptions({}).defaultCountry, null);
  for (const code of ['XX', 'ZZ', 'qq']) {
    t.throws(() => completeOptions({ default_country: code }), {
      code: 'BAD_REQUEST',
      message: `default_country "${code}" is not an ISO 3166 country code`,
    });
  }
  t.end();
});
