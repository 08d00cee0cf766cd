import t from 'tap';
import { cellsOf, readAddresses, readTraps } from '../../../load/places/labelled.js';

const ADDRESS_MEMBERS = ['street', 'city', 'county', 'state', 'country', 'zip', 'default_country'];
const isOnEarth = ({ lat, lon }: { lat?: number; lon?: number }) =>
  Math.abs(lat!) <= 90 && Math.abs(lon!) <= 180;
const isWhole = (row: object, more: readonly string[]) =>
  Object.entries(row).every(([name, value]) =>
    ADDRESS_MEMBERS.includes(name) ? typeof value === 'string' && value !== '' : more.includes(name),
  );

t.test('addresses are many, from many countries, and each is whole', async (t) => {
  const addresses = readAddresses();
  t.equal(addresses.length, 698);
  t.equal(new Set(addresses.map((address) => address.in)).size, 57);
  t.equal(new Set(addresses.map(({ source }) => source)).size, 8);
  t.same(
    addresses.filter((address) => !isOnEarth(address) || !/^[A-Z]{2}$/.test(address.in)),
    [],
  );
  t.same(
    addresses.filter((address) => !isWhole(address, ['lat', 'lon', 'in', 'kind', 'source'])),
    [],
  );
  t.equal(new Set(addresses.map(cellsOf)).size, addresses.length, 'no address stands twice');
});

t.test('each of the nine largest countries has twenty addresses or more', async (t) => {
  const addresses = readAddresses();
  const rows = (country: string) => addresses.filter((address) => address.in === country).length;
  t.same(
    ['US', 'DE', 'GB', 'CA', 'FR', 'AU', 'ES', 'IT', 'CH'].filter((country) => rows(country) < 20),
    [],
  );
});

t.test('traps are many, and each says what may become of it', async (t) => {
  const traps = readTraps();
  t.equal(traps.length, 195);
  t.same(
    traps.filter((trap) => !isWhole(trap, ['lat', 'lon', 'within_km', 'expect', 'kind', 'suggests'])),
    [],
  );
  const needPlace = ['placed', 'state', 'not elsewhere'];
  t.same(
    traps.filter((trap) => needPlace.includes(trap.expect) !== (trap.within_km! > 0 && isOnEarth(trap))),
    [],
  );
  t.same(
    traps.filter(({ kind, suggests }) => (kind === 'misspelt') !== (suggests !== undefined)),
    [],
  );
  t.same([...new Set(traps.map(({ expect }) => expect))].sort(), [
    'not elsewhere',
    'noted',
    'placed',
    'refused',
    'state',
  ]);
});
