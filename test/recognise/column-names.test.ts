import { readFileSync } from 'node:fs';
import t from 'tap';
import {
  exactField,
  FIRST_COLUMNS,
  LAST_COLUMN,
  MAPPED_FIELDS,
  mappedField,
} from '../../src/schema/import-fields.js';
import { recogniseTable } from '../support/recognise-table.js';

const PAGE = readFileSync(new URL('../../../docs/column-names.md', import.meta.url), 'utf8');

/** Rows of the table that begins with this heading, by cells, without its head. */
function tableOf(heading: string): string[][] {
  const lines = PAGE.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!.split('\n');
  const rows = lines.filter((line) => line.startsWith('|'));
  return rows.toSpliced(1, 1).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

t.test('the page has every field that a column_mapping takes, and what it is called besides', async (t) => {
  const rows = tableOf('Fields').slice(1);
  t.same(rows.flatMap(([field]) => namesIn(field!)).sort(), [...MAPPED_FIELDS].sort());
  for (const [field, others] of rows)
    for (const name of namesIn(others!)) {
      t.equal(mappedField(name), namesIn(field!)[0], name);
      t.equal(exactField(name), others!.includes(`**\`${name}\`**`) ? namesIn(field!)[0] : undefined, name);
    }
  const headers = [...FIRST_COLUMNS, LAST_COLUMN].map(([header]) => header.toLowerCase());
  const known = [...headers, 'marker-type', 'markertype', 'region code', 'zipcode'];
  const told = rows.flatMap(([field, others]) => namesIn(`${field} ${others}`));
  t.same(
    known.filter((name) => !told.includes(name)),
    [],
  );
});

/** Shops of a country, as a file in its language has them, in the order of the page. */
const SHOPS: Readonly<Record<string, readonly string[]>> = {
  English: [
    'Corner Shop|12 Main St|Springfield|62701|Illinois|United States|39.80|-89.65|Open',
    'Book Nook|8 Oak Ave|Chicago|60601|Illinois|United States|41.88|-87.62|Planned',
    'Tea House|99 Elm St|Denver|80202|Colorado|United States|39.74|-104.99|Open',
  ],
  German: [
    'Laden Eins|Hauptstraße 5|Kassel|34117|Hessen|Deutschland|51.31|9.49|Offen',
    'Laden Zwei|Lindenweg 8|Bremen|28195|Bremen|Deutschland|53.08|8.81|Geplant',
    'Laden Drei|Marktplatz 1|München|80331|Bayern|Deutschland|48.14|11.57|Offen',
  ],
  French: [
    'Boutique A|12 rue de la Paix|Paris|75002|Île-de-France|France|48.87|2.33|Ouvert',
    'Boutique B|3 avenue Foch|Lyon|69006|Auvergne-Rhône-Alpes|France|45.77|4.85|Prévu',
    'Boutique C|7 rue Nationale|Lille|59000|Hauts-de-France|France|50.63|3.06|Ouvert',
  ],
  Spanish: [
    'Tienda A|Calle Mayor 5|Madrid|28013|Madrid|España|40.42|-3.70|Abierta',
    'Tienda B|Calle Real 8|Sevilla|41001|Sevilla|España|37.39|-5.99|Prevista',
    'Tienda C|Avenida Sol 1|Valencia|46002|Valencia|España|39.47|-0.38|Abierta',
  ],
  Italian: [
    'Negozio A|Via Roma 5|Torino|10121|Piemonte|Italia|45.07|7.68|Aperto',
    'Negozio B|Via Dante 8|Milano|20121|Lombardia|Italia|45.46|9.19|Previsto',
    'Negozio C|Corso Italia 1|Napoli|80133|Campania|Italia|40.85|14.27|Aperto',
  ],
  Portuguese: [
    'Loja A|Rua Augusta 5|São Paulo|01310-100|São Paulo|Brasil|-23.55|-46.63|Aberta',
    'Loja B|Rua Direita 8|Salvador|40020-000|Bahia|Brasil|-12.97|-38.50|Prevista',
    'Loja C|Avenida Atlântica 1|Rio de Janeiro|22010-000|Rio de Janeiro|Brasil|-22.97|-43.18|Aberta',
  ],
  Dutch: [
    'Winkel A|Dorpsstraat 5|Utrecht|3512 JE|Utrecht|Nederland|52.09|5.12|Open',
    'Winkel B|Kerkstraat 8|Amsterdam|1017 GC|Noord-Holland|Nederland|52.37|4.90|Gepland',
    'Winkel C|Hoofdweg 1|Groningen|9712 CP|Groningen|Nederland|53.22|6.57|Open',
  ],
};

t.test('each header of the page is read as its field', async (t) => {
  const [head, ...rows] = tableOf('Headers that are recognised');
  const fields = rows.map(([field]) => namesIn(field!)[0]!);
  for (const [at, language] of head!.entries()) {
    if (at === 0) continue;
    const words = rows.map((cells) => namesIn(cells[at]!));
    const cells = SHOPS[language]!.map((row) => row.split('|'));
    for (const [field, names] of words.entries())
      for (const name of names) {
        const headers = words.map((each, i) => (i === field ? name : each[0]!));
        const { mapping } = await recogniseTable(headers, cells);
        t.equal(mapping[field]?.field, fields[field], `${language}: ${name}`);
      }
  }
});
