import t from 'tap';
import { inferColumns } from '../../../../src/import/columns/header/infer.js';
import { matchesKept } from './as-kept.js';
import { KINDS, type Kind } from './kinds.js';

const BESIDE = 'test/fixtures/headers/beside.txt';
const LEVELS = 'test/fixtures/headers/levels.txt';

/** A header and what stands below it. */
type Column = readonly [header: string, kind: Kind];

const COLUMNS: readonly Column[] = [
  ['name', 'words'],
  ['Bezeichnung', 'words'],
  ['Titel', 'words'],
  ['Nachname', 'words'],
  ['Vorname', 'words'],
  ['Name des Besitzers', 'words'],
  ['Ansprechpartner', 'words'],
  ['Firma', 'organisations'],
  ['', 'organisations'],
  ['Straße', 'streets'],
  ['Straße', 'streets with numbers'],
  ['Hausnummer', 'house numbers'],
  ['Nummer', 'house numbers'],
  ['Adresse', 'streets with numbers'],
  ['Adresse', 'whole addresses'],
  ['Vollständige Adresse', 'whole addresses'],
  ['Adresszusatz', 'words'],
  ['', 'whole addresses'],
  ['', 'streets with numbers'],
  ['Rechnungsadresse', 'streets with numbers'],
  ['Rechnungsort', 'cities'],
  ['Lieferort', 'cities'],
  ['Ort des Besitzers', 'cities'],
  ['Postanschrift', 'whole addresses'],
  ['Ort', 'cities'],
  ['Ort', 'nothing'],
  ['city', 'cities'],
  ['Gemeinde', 'cities'],
  ['Ortsteil', 'words'],
  ['Bundesland', 'states'],
  ['Bundesland', 'codes of states'],
  ['', 'states'],
  ['Landkreis', 'words'],
  ['Region', 'words'],
  ['Region', 'states'],
  ['Bezirk', 'words'],
  ['Land', 'countries'],
  ['Land', 'states'],
  ['', 'countries'],
  ['PLZ', 'postal codes'],
  ['PLZ Ort', 'postal codes with towns'],
  ['lat', 'latitudes'],
  ['Breitengrad', 'latitudes'],
  ['Breitengrad', 'longitudes'],
  ['lng', 'longitudes'],
  ['Längengrad', 'longitudes'],
  ['X', 'longitudes'],
  ['Y', 'latitudes'],
  ['X', 'latitudes'],
  ['Y', 'longitudes'],
  ['X', 'projected'],
  ['Y', 'projected'],
  ['Nord', 'latitudes'],
  ['Koordinaten', 'both coordinates'],
  ['Standort', 'both coordinates'],
  ['Standort', 'words'],
  ['', 'both coordinates'],
  ['Breite', 'sizes'],
  ['Länge', 'sizes'],
  ['Kategorie', 'one word for all'],
  ['Typ', 'words'],
  ['Marke', 'words'],
  ['Status', 'yes and no'],
  ['Farbe', 'colours'],
  ['Umkreis', 'whole numbers'],
  ['Foto', 'pictures'],
  ['Foto', 'links'],
  ['', 'pictures'],
  ['Video', 'videos'],
  ['Foto Breite', 'whole numbers'],
  ['Ablaufdatum', 'dates'],
  ['Filialnummer', 'codes'],
  ['Filialnummer', 'whole numbers'],
  ['', 'row numbers'],
  ['#', 'row numbers'],
  ['Column 2', 'nothing'],
  ['Notizen', 'long texts'],
];

const ROWS = 10;

function told(columns: readonly Column[]): string[] {
  const headers = columns.map(([header]) => header);
  const rows = Array.from({ length: ROWS }, (_, i) => columns.map(([, kind]) => KINDS[kind](i)));
  const inferred = inferColumns({ headers, rows });
  const { houseNumber, swapped } = inferred;
  return [
    ...inferred.columns.map(({ label, confidence }) => `${label} ${Number(confidence.toFixed(3))}`),
    houseNumber ? `house number ${houseNumber.number} of street ${houseNumber.street}` : '',
    swapped ? 'swapped' : '',
  ];
}
const named = ([header, kind]: Column): string => `${header || '(none)'} (${kind})`;

/** As in decided.test.ts: what a column is by itself, and which columns change it when they stand to the right of it. */
t.test('what columns of any two kinds are beside each other is as it was', async (t) => {
  const lines: string[] = [];
  for (const left of COLUMNS) {
    const [alone] = told([left]);
    lines.push(`${named(left)}: ${alone}`);
    const beside = new Map<string, string[]>();
    for (const right of COLUMNS) {
      const [first, second, ...more] = told([left, right]);
      const [, secondAlone] = told([['zzqk', 'nothing'], right]);
      if (first === alone && second === secondAlone && more.join('') === '') continue;
      const outcome = [first, second, ...more.filter((part) => part !== '')].join(', ');
      beside.set(outcome, [...(beside.get(outcome) ?? []), named(right)]);
    }
    for (const [outcome, rights] of beside) lines.push(`${named(left)} | ${rights.join(' or ')}: ${outcome}`);
  }
  matchesKept(t, BESIDE, lines);
});

/** Headers that tell the language, and those of its administrative levels. */
const LEVELS_OF: readonly { context: readonly string[]; levels: readonly string[] }[] = [
  {
    context: ['Name', 'Street', 'Opening hours'],
    levels: [
      'State/Province',
      'County name',
      'Region',
      'District',
      'Town',
      'Locality',
      'Parish',
      'Municipality',
    ],
  },
  {
    context: ['Name', 'Straße', 'Öffnungszeiten'],
    levels: ['Bundesland', 'Land', 'Landkreis', 'Bezirk', 'Gemeinde', 'Ort', 'Region', 'Kanton', 'Ortsteil'],
  },
  {
    context: ['Nombre', 'Calle', 'Horario'],
    levels: [
      'Estado',
      'Provincia',
      'Departamento',
      'Partido',
      'Municipio',
      'Localidad',
      'Distrito',
      'Región',
    ],
  },
  {
    context: ['Nom', 'Rue', 'Horaires'],
    levels: ['Région', 'Département', 'Canton', 'Arrondissement', 'Commune', 'Ville', 'Localité', 'Quartier'],
  },
  {
    context: ['Nome', 'Indirizzo', 'Orari'],
    levels: ['Regione', 'Provincia', 'Comune', 'Località', 'Frazione', 'Distretto', 'Stato'],
  },
  {
    context: ['Nome', 'Rua', 'Horário'],
    levels: ['UF', 'Estado', 'Distrito', 'Concelho', 'Município', 'Freguesia', 'Localidade', 'Região'],
  },
  {
    context: ['Naam', 'Straat', 'Openingstijden'],
    levels: ['Provincie', 'Gemeente', 'Plaats', 'Woonplaats', 'Regio', 'Wijk'],
  },
];
const LEVEL_KINDS: readonly Kind[] = [
  'words',
  'states',
  'codes of states',
  'countries',
  'yes and no',
  'nothing',
];

t.test('what the words for administrative levels mean beside each other is as it was', async (t) => {
  const lines: string[] = [];
  for (const { context, levels } of LEVELS_OF) {
    const besides: readonly Column[] = [
      [context[0]!, 'words'],
      [context[1]!, 'streets with numbers'],
      [context[2]!, 'dates'],
    ];
    const line = (columns: readonly Column[]): void => {
      const shown = columns.map(([header, kind]) => (kind === 'words' ? header : named([header, kind])));
      lines.push(
        `${shown.join(' | ')}: ${told([...besides, ...columns])
          .slice(3, 3 + columns.length)
          .join(', ')}`,
      );
    };
    for (const [at, first] of levels.entries()) {
      for (const kind of LEVEL_KINDS) line([[first, kind]]);
      for (const [more, second] of levels.slice(at + 1).entries()) {
        for (const kind of ['words', 'states', 'nothing'] as const)
          line([
            [first, kind],
            [second, 'words'],
          ]);
        for (const third of levels.slice(at + more + 2))
          line([
            [first, 'words'],
            [second, 'words'],
            [third, 'words'],
          ]);
      }
    }
  }
  matchesKept(t, LEVELS, lines);
});
