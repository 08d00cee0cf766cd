import t from 'tap';
import { Gazetteer } from '../../../src/geo/gazetteer/gazetteer.js';
import { haversineTo, kmOf, originAt } from '../../../src/geo/nearby/great-circle.js';
import { answer, briefly, gazetteerOfBuild, locate } from './geocoder-of-build.js';

const NEAR_KM = 50;

/** Towns with a postal code, as addresses of their countries have them, and where they lie. */
const POSTAL_TOWNS: readonly (readonly [string, number, number])[] = [
  ['80331 München', 48.14, 11.58],
  ['60313 Frankfurt', 50.11, 8.68],
  ['01067 Dresden', 51.05, 13.74],
  ['75011 Paris', 48.86, 2.38],
  ['69002 Lyon', 45.75, 4.83],
  ['28013 Madrid', 40.42, -3.7],
  ['41001 Sevilla', 37.39, -5.99],
  ['20121 Milano', 45.47, 9.19],
  ['1012 LG Amsterdam', 52.37, 4.9],
  ['1010 Wien', 48.21, 16.37],
  ['8001 Zürich', 47.37, 8.54],
  ['00-590 Warszawa', 52.23, 21.01],
  ['1100-053 Lisboa', 38.71, -9.14],
  ['1061 Budapest', 47.5, 19.05],
  ['8000 Aarhus', 56.16, 10.2],
  ['114 55 Stockholm', 59.33, 18.07],
];
const SEPARATORS = [', ', ' - ', '/', ' / ', ' ('] as const;
const DISTRICTS =
  'Zentrum Nord Altstadt Centro Centre West Süd Bahnhof Hafen Belém Mitte Innenstadt Hinterhaus Werk Lager'.split(
    ' ',
  );
const STATES_AND_RIVERS =
  'Palermo Liverpool Richmond Victoria Boston Kingston Main Oder Saale Donau Rhein Thür. Lahn'.split(' ');

/** Names of small towns, spread over the gazetteer. */
function smallTowns(count: number): string[] {
  const { places } = new Gazetteer(gazetteerOfBuild);
  const step = Math.floor(places.population.length / count);
  return Array.from({ length: count }, (_, at) => places.name(at * step + 7));
}

const kmFrom = ([, lat, lng]: (typeof POSTAL_TOWNS)[number], place: { lat: number; lng: number }): number =>
  kmOf(haversineTo(originAt(lat, lng), place.lat, place.lng));

t.test('what stands behind a postal code and its town moves the address to no other town', async (t) => {
  const words = [...DISTRICTS, ...STATES_AND_RIVERS, ...smallTowns(20)];
  const far: string[] = [];
  let count = 0;
  let refused = 0;
  for (const town of POSTAL_TOWNS)
    for (const separator of SEPARATORS)
      for (const word of words) {
        const street = `Hauptstr. 5, ${town[0]}${separator}${word}${separator === ' (' ? ')' : ''}`;
        const place = locate({ street });
        count++;
        if ('code' in place) refused++;
        else if (kmFrom(town, place) > NEAR_KM) far.push(`${street}: ${briefly(place)}`);
      }
  t.same(far, []);
  t.ok(refused * 20 < count, `${refused} of ${count} refused: names that end in that of a country`);
});

t.test(
  'a river or a district behind the postal code and the town is noted where it may be a town elsewhere',
  async (t) => {
    const addresses: readonly [string, string][] = [
      ['Zeil 1, 60313 Frankfurt/Main', 'DE postal 50.1 8.7'],
      ['Lindenstr. 1, 15230 Frankfurt/Oder', 'DE postal 52.3 14.6'],
      ['06108 Halle/Saale', 'DE postal 51.5 12.0'],
      ['4020 Linz/Donau', 'AT city 48.3 14.3'],
      ['50667 Köln-Altstadt', 'DE postal 50.9 7.0'],
      ['75011 Paris 11e', 'FR city 48.9 2.3'],
      ['1 rue X, 69002 Lyon (Kingston)', 'FR city 45.7 4.8'],
      [
        'Hauptstr. 5, 80331 München, Zentrum',
        "DE postal 48.1 11.6 (postal code '80331' is in 'München'; 'Zentrum' is taken for a part of it)",
      ],
      ['5 Calle Mayor, 28013 Madrid, Centro, España', 'ES city 40.4 -3.7'],
    ];
    for (const [text, brief] of addresses) {
      t.equal(answer({ street: text }), brief, text);
      t.equal(answer({ city: text }), brief, `city: ${text}`);
    }
    t.equal(answer({ city: 'Frankfurt/Main', zip: '60313' }), 'DE postal 50.1 8.7');
  },
);

t.test('a large town is meant rather than a smaller one far off that is named behind it', async (t) => {
  for (const [text, brief, town, part] of [
    ['Buenos Aires - Palermo', 'AR city -34.6 -58.4', 'Buenos Aires', 'Palermo'],
    ['Av. Corrientes 1000, Buenos Aires - Palermo', 'AR city -34.6 -58.4', 'Buenos Aires', 'Palermo'],
    ['1 George St, Sydney - Liverpool', 'AU city -33.9 151.2', 'Sydney', 'Liverpool'],
    ['Rio de Janeiro - Copacabana', 'BR city -22.9 -43.2', 'Rio de Janeiro', 'Copacabana'],
  ] as const) {
    const note = `'${part}' is taken for a part of '${town}': give a country or a postal code if it is the town`;
    t.equal(answer({ street: text }), `${brief} (${note})`, text);
    t.equal(answer({ city: text }), `${brief} (${note})`, `city: ${text}`);
  }
  for (const text of ['12 High St, Camden, London', 'Kingston, London'])
    t.equal(answer({ street: text }), 'GB city 51.5 -0.1', text);
  t.equal(answer({ street: 'Calle Mayor 1, Córdoba, Sevilla' }), 'ES city 37.4 -6.0');
});

t.test('the town before a slash is meant, by its usual longer name where it has one', async (t) => {
  for (const [city, brief] of [
    ['Frankfurt/Main', 'DE city 50.1 8.7'],
    ['Frankfurt/Oder', 'DE city 52.3 14.6'],
    ['Limburg/Lahn', 'DE city 50.4 8.1'],
    ['Bolzano/Bozen', 'IT city 46.5 11.3'],
    ['Kehl/Strasbourg', 'DE city 48.6 7.8'],
    ['Raleigh/Durham NC', 'US city 35.8 -78.6'],
    ['Minneapolis/St. Paul', 'US city 45.0 -93.3'],
  ] as const) {
    t.equal(answer({ city: city }), brief, city);
    t.equal(answer({ street: city }), brief, `street: ${city}`);
  }
});

t.test('a town with its code may stand before the street, and its code may have three digits', async (t) => {
  for (const [text, brief] of [
    ['1061 Budapest, Andrássy út 1.', 'HU city 47.5 19.0'],
    ['A-6020 Innsbruck, Maria-Theresien-Str. 1', 'AT city 47.3 11.4'],
    ['8000 Aarhus C', 'DK city 56.2 10.2'],
    ['101 Reykjavík, Ísland', 'IS city 64.1 -21.9'],
    ['Laugavegur 1, 101 Reykjavík', 'IS city 64.1 -21.9'],
  ] as const) {
    t.equal(answer({ street: text }), brief, text);
    t.equal(answer({ city: text }), brief, `city: ${text}`);
  }
  t.equal(answer({ city: 'Köln-Altstadt', zip: '50667' }), 'DE postal 50.9 7.0');
});

t.test('a county or a region may stand behind its town in one cell', async (t) => {
  for (const [text, brief] of [
    ['Birmingham, West Midlands', 'GB city 52.5 -1.9'],
    ['1 High St, Newport, West Midlands', 'GB city 52.8 -2.4'],
    ['Preston, Lancashire', 'GB city 53.8 -2.7'],
  ] as const) {
    t.equal(answer({ street: text }), brief, text);
    t.equal(answer({ city: text }), brief, `city: ${text}`);
  }
  t.match(answer({ street: 'London, East of England' }), /^address_/);
});

t.test('a town, a region or a country in a cell that is not near the place is told', async (t) => {
  for (const [text, leftOut] of [
    ['Garforth, East Sussex', 'Garforth'],
    ['Pontorson, Bouches-du-Rhône', 'Pontorson'],
    ['Eppendorf, Bollschweil', 'Eppendorf'],
  ] as const)
    for (const address of [{ street: text }, { city: text }])
      t.match(answer(address), `'${leftOut}' is not near the place, and decided nothing`, text);
  t.match(answer({ street: 'Osdorf, Bavaria, 21646, Germany' }), /Lower Saxony, not Bavaria/);
  t.match(answer({ city: 'Mongaguá, Porto Vitória' }), /'Mongaguá' is not near the place/);
  t.match(answer({ city: 'Haparanda, Napoli', country: 'SE' }), /'Napoli' is not near the place/);
  for (const text of [
    '12 High St, Camden, London',
    'Blumenladen, Gartenweg 5, 79098 Freiburg im Breisgau, Germany',
    'Springfield, IL, USA',
    'San Juan, PR, USA',
    'Hong Kong, China',
    'Edinburgh, Scotland, UK',
  ])
    t.notMatch(answer({ street: text }), /not near the place/, text);
});
