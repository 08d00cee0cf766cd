import t from 'tap';
import { isForeignRole, roleCost, roleOf } from '../../src/recognise/roles.js';
import { labelsOf } from './labels-of.js';

t.test('the most foreign word of a header decides its role', async (t) => {
  t.equal(roleOf(new Set(['street'])), 'neutral');
  t.equal(roleOf(new Set(['billing', 'street'])), 'billing');
  t.equal(roleOf(new Set(['owner', 'mailing', 'street'])), 'owner');
});

t.test('an owner is only foreign beside somebody nearer', async (t) => {
  t.equal(isForeignRole('owner', new Set(['owner'])), false);
  t.equal(isForeignRole('owner', new Set(['owner', 'neutral'])), true);
  t.equal(isForeignRole('billing', new Set(['billing', 'neutral'])), false);
  t.ok(roleCost('billing') < roleCost('shipping'));
});

t.test('the billing address comes before the shipping address', async (t) => {
  t.strictSame(
    labelsOf('Shipping Street|Shipping City|Billing Street|Billing City', '1 A St|Reno|2 B St|Boise'),
    ['custom', 'custom', 'street', 'city'],
  );
  t.strictSame(labelsOf('Lieferort|Rechnungsort', 'Bonn|Köln'), ['custom', 'city']);
});

t.test('the site comes before owner and mailing address', async (t) => {
  t.strictSame(labelsOf('OWNER_CITY|SITE_CITY|MAIL_CITY', 'Reno|Astoria|Salem'), [
    'custom',
    'city',
    'custom',
  ]);
  t.strictSame(labelsOf('Physical Address|Mailing Address', '100 Main St|PO Box 1'), ['street', 'custom']);
});

t.test('a prefix of one party does not win over the columns without it', async (t) => {
  t.strictSame(
    labelsOf('State/Region|IP City|IP State/Region', 'OR|Reno|Oregon', 'NV|Boise|Idaho')[0],
    'state',
  );
});

t.test('a prefix of all columns is the name of the table', async (t) => {
  t.strictSame(labelsOf('bib_name|bib_plz|bib_ort', 'Bücherei|10115|Berlin'), ['name', 'zip', 'city']);
});
