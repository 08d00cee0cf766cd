import t from 'tap';
import { inferColumns } from '../../../../src/import/columns/header/infer.js';

const houseNumber = (headers: string[], ...rows: string[][]) => inferColumns({ headers, rows }).houseNumber;

t.test('a column of house numbers belongs to the street', async (t) => {
  t.strictSame(houseNumber(['Numéro', 'Rue', 'Ville'], ['17', 'rue Alésia', 'Paris']), {
    street: 1,
    number: 0,
  });
  t.strictSame(houseNumber(['Straat', 'Huisnummer'], ['Gordelpad', '62A']), { street: 0, number: 1 });
  t.strictSame(houseNumber(['Rua', 'Número'], ['Rua das Flores', 's/n']), { street: 0, number: 1 });
});

t.test('streets that have their numbers need none', async (t) => {
  t.equal(houseNumber(['Straße', 'Hausnummer'], ['Hauptstr. 5', '5']), null);
});

t.test('numbers that are no house numbers stay out', async (t) => {
  t.equal(houseNumber(['Rue', 'Numéro'], ['rue Alésia', '2023-000123-A']), null);
  t.equal(houseNumber(['Name', 'Hausnummer'], ['A', '5']), null, 'there is no street');
});
