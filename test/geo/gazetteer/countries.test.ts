import t from 'tap';
import { Gazetteer } from '../../../src/geo/gazetteer/gazetteer.js';
import { countryKey } from '../../../src/geo/gazetteer/name-key.js';
import { COUNTRY_CODES, readCountryNames } from '../../../src/pack/gazetteer/countries.js';
import { answer, briefly, gazetteerOfBuild, locate } from './geocoder-of-build.js';

const gazetteer = new Gazetteer(gazetteerOfBuild);
const MOST_POPULOUS = 5;

/** Names of the most populous places of a country. */
function citiesOf(country: number): string[] {
  const { places } = gazetteer;
  const first = gazetteer.firstPlaceOf(country);
  if (first < 0) return [];
  return Array.from({ length: MOST_POPULOUS }, (_, at) => first + at)
    .filter((place) => places.country[place] === country)
    .map(places.name);
}

/** Text of a key: keys of other scripts have characters by number. */
const written = (key: string): string =>
  /^(?:u[0-9a-f]{3,5})+$/.test(key)
    ? key.replace(/u([0-9a-f]+)/g, (_, letter) => String.fromCodePoint(Number.parseInt(letter, 16)))
    : key;

t.test('the largest cities of each country are found, however the country is written', async (t) => {
  let found = 0;
  const refused: string[] = [];
  const parts = /^(england|scotland|schottland|escocia|wales|northernireland)$/;
  for (const [writing, [country = -1]] of readCountryNames()) {
    if (parts.test(writing)) continue;
    for (const city of citiesOf(country)) {
      const result = locate({ city, country: written(writing) });
      if ('code' in result) refused.push(`${city} | ${writing}: ${briefly(result)}`);
      else if (result.country === COUNTRY_CODES[country] && result.contradiction === null) found++;
      else t.fail(`${city} | ${writing}: ${briefly(result)}`);
    }
  }
  t.ok(found > 7_000, `${found} are`);
  t.same(refused, []);
});

t.test('countries are known by usual and official names, and by those of international lists', async (t) => {
  const names: readonly [string, string][] = [
    ['HK', 'Hong Kong|Hong Kong SAR, China|China, Hong Kong SAR|Hongkong'],
    ['MO', 'Macau|Macao|Macao SAR, China'],
    ['PS', 'Palestine|State of Palestine|West Bank and Gaza|Palestine, State of'],
    ['GM', 'The Gambia|Gambia, The|Republic of The Gambia'],
    ['BS', 'The Bahamas|Bahamas, The'],
    ['SK', 'Slovak Republic|Slovakia'],
    ['TL', 'East Timor|Timor-Leste|Democratic Republic of Timor-Leste'],
    ['BA', 'Bosnia|Bosnia & Herzegovina|Bosnia-Herzegovina'],
    ['KR', 'Korea, Rep.|Korea, Republic of|Republic of Korea|South Korea'],
    ['KP', "Korea, Dem. People's Rep.|North Korea|DPRK"],
    ['CD', 'Congo, Dem. Rep.|DRC|Congo (Kinshasa)|Congo, The Democratic Republic of the'],
    ['CG', 'Congo, Rep.|Congo (Brazzaville)|Republic of the Congo'],
    ['EG', 'Egypt, Arab Rep.'],
    ['IR', 'Iran, Islamic Rep.|Iran (Islamic Republic of)'],
    ['YE', 'Yemen, Rep.'],
    ['VE', 'Venezuela, RB|Venezuela (Bolivarian Republic of)'],
    ['LA', "Lao PDR|Lao People's Democratic Republic|Laos"],
    ['KG', 'Kyrgyz Republic'],
    ['SY', 'Syrian Arab Republic'],
    ['MD', 'Republic of Moldova|Moldova, Republic of'],
    ['TZ', 'United Republic of Tanzania|Tanzania, United Republic of'],
    ['BO', 'Bolivia (Plurinational State of)|Bolivia, Plurinational State of'],
    ['FM', 'Micronesia, Fed. Sts.|Micronesia (Federated States of)'],
    ['VI', 'Virgin Islands (U.S.)|U.S. Virgin Islands'],
    ['MF', 'St. Martin (French part)'],
    ['SX', 'Sint Maarten (Dutch part)'],
    ['TR', 'Turkiye|Türkiye|Turkey'],
    ['CI', "Cote d'Ivoire|Côte d’Ivoire|Ivory Coast"],
    ['MK', 'North Macedonia|FYROM'],
    ['TW', 'Taiwan, Province of China|Taiwan, China|Chinese Taipei'],
    ['PH', 'The Philippines|Republic of the Philippines'],
    ['SD', 'The Sudan'],
    ['MT', 'Republic of Malta|Malta, Republic of'],
  ];
  for (const [code, list] of names)
    for (const name of list.split('|')) {
      const number = gazetteer.countryNames.first(countryKey(name));
      t.equal(number < 0 ? 'unknown' : gazetteer.countryCode(number), code, name);
    }
  t.equal(answer({ city: 'Macau', country: 'Macau' }), 'MO city 22.2 113.5', 'not the one of Brazil');
});

t.test('a country that has the name of one of its states is the country, in both columns', async (t) => {
  const guadalajara = 'MX city 20.7 -103.3';
  t.equal(answer({ city: 'Guadalajara', country: 'Mexico' }), guadalajara);
  t.equal(answer({ city: 'Guadalajara', state: 'Mexico', country: 'Mexico' }), guadalajara);
  t.equal(answer({ city: 'Guadalajara', state: 'Mexico' }, 'US'), guadalajara);
  t.equal(answer({ city: 'Cali', country: 'Colombia' }), 'CO city 3.4 -76.5');
  t.equal(answer({ city: 'Toluca', state: 'México', country: 'MX' }), 'MX city 19.3 -99.7');
});

t.test('a capital has the name of its country where the country is given', async (t) => {
  t.equal(answer({ city: 'Mexico', country: 'Mexico' }), 'MX city 19.4 -99.1');
  t.equal(answer({ city: 'México' }, 'MX'), 'MX city 19.4 -99.1');
  t.equal(answer({ city: 'Guatemala', country: 'GT' }), 'GT city 14.6 -90.5');
  t.equal(answer({ city: 'Panama', country: 'Panamá' }), 'PA city 9.0 -79.5');
});

t.test('a country alone in the column of cities is no place, unless it is a city', async (t) => {
  const countries = [
    'USA',
    'U.S.A.',
    'UK',
    'UAE',
    'Deutschland',
    'Brasil',
    'Mexico',
    'Panama',
    'Guatemala',
    'Polska',
  ];
  for (const city of countries)
    for (const home of [null, 'DE', 'JP', 'US'])
      if (!(city === 'Deutschland' && home === 'DE'))
        t.match(answer({ city }, home), /^address_missing: '.+' is a country, which alone is/, city);
  t.equal(answer({ city: 'Usa' }, 'JP'), 'JP city 33.4 131.3');
  for (const home of [null, 'US']) {
    t.equal(answer({ city: 'Singapore' }, home), 'SG city 1.3 103.9');
    t.equal(answer({ city: 'Luxembourg' }, home), 'LU city 49.6 6.1');
    t.equal(answer({ city: 'Monaco' }, home), 'MC city 43.7 7.4');
  }
});

t.test('countries are known by their own names', async (t) => {
  const names: Record<string, [string, string]> = {
    Polska: ['Lodz', 'PL city 51.8 19.5'],
    Sverige: ['Göteborg', 'SE city 57.7 12.0'],
    Norge: ['Bergen', 'NO city 60.4 5.3'],
    DANMARK: ['København', 'DK city 55.7 12.6'],
    Suomi: ['Rovaniemi', 'FI city 66.5 25.7'],
    Česko: ['Brno', 'CZ city 49.2 16.6'],
    Magyarország: ['Budapest', 'HU city 47.5 19.0'],
    România: ['Cluj-Napoca', 'RO city 46.8 23.6'],
    Hrvatska: ['Split', 'HR city 43.5 16.4'],
    Türkiye: ['Ankara', 'TR city 39.9 32.9'],
    ΕΛΛΆΔΑ: ['Thessaloniki', 'GR city 40.6 22.9'],
    Україна: ['Kyiv', 'UA city 50.5 30.5'],
    Россия: ['Moscow', 'RU city 55.8 37.6'],
    日本: ['Osaka', 'JP city 34.7 135.5'],
    中国: ['Shanghai', 'CN city 31.2 121.5'],
    대한민국: ['Seoul', 'KR city 37.6 127.0'],
  };
  for (const [country, [city, brief]] of Object.entries(names)) {
    t.equal(answer({ city, country }), brief, country);
    t.equal(answer({ city }, country), brief, `default country ${country}`);
  }
});

t.test('two letters that are no ISO code are no state anywhere in the world', async (t) => {
  const refused = (code: string, meaning: string): string =>
    `address_unknown: country '${code}' is not known${meaning}: give an ISO code or a name`;
  t.equal(answer({ country: 'HO' }), refused('HO', "; as a FIPS code 'HO' is HN"), 'a region of Ghana');
  t.equal(answer({ city: 'Manila', country: 'RP' }), refused('RP', "; as a FIPS code 'RP' is PH"));
  t.equal(answer({ city: 'Seoul', country: 'KS' }, 'US'), refused('KS', "; as a FIPS code 'KS' is KR"));
  t.equal(answer({ country: 'KS' }), refused('KS', "; as a FIPS code 'KS' is KR"), 'Kansas alone');
  t.equal(answer({ country: 'QX' }), refused('QX', ''));
  t.equal(
    answer({ city: 'Wichita', country: 'KS' }),
    "US city 37.7 -97.3 (country 'KS' is read as a state of US)",
  );
  t.equal(
    answer({ city: 'Toronto', country: 'ON' }, 'US'),
    "CA city 43.7 -79.4 (country 'ON' is read as a state of CA)",
  );
  t.match(answer({ zip: '78701', country: 'TX' }), /^US postal 30.3 -97.7 \(country 'TX' is read/);
});

t.test('a code that FIPS gives to another country than ISO is told', async (t) => {
  t.equal(
    answer({ city: 'Berlin', country: 'GM' }),
    "address_unknown: city 'Berlin' is not known in GM; there is one in DE; as a FIPS code 'GM' is DE",
  );
  t.equal(
    answer({ city: 'San Salvador', country: 'ES' }),
    "ES city 41.6 -5.1 (city 'San Salvador' of ES is a small one; as a FIPS code 'ES' is SV)",
  );
  t.equal(answer({ city: 'Valencia', country: 'ES' }), 'ES city 39.5 -0.4');
});

t.test('a dependency beside its country is the dependency', async (t) => {
  t.equal(answer({ city: 'Hong Kong', country: 'China' }), 'HK city 22.3 114.2');
  t.equal(answer({ street: '1 Queens Road, Central, Hong Kong, China' }), 'HK city 22.3 114.2');
  t.equal(answer({ city: 'Kowloon', state: 'Hong Kong', country: 'CN' }), 'HK city 22.3 114.2');
  t.equal(answer({ city: 'Macau', country: 'China' }), 'MO city 22.2 113.5');
  t.equal(answer({ city: 'Gibraltar', country: 'UK' }), 'GI city 36.1 -5.4');
  t.equal(
    answer({ city: 'St Helier', state: 'Jersey', country: 'UK' }),
    'JE city 49.2 -2.1',
    'not in London',
  );
  t.equal(answer({ city: 'Puerto Rico', country: 'US' }), 'PR state 18.5 -66.1');
  t.match(locate({ city: 'Foo', state: 'Hong Kong', country: 'CN' }), { code: 'address_unknown' });
  t.equal(answer({ city: 'Shenzhen', country: 'CN' }), 'CN city 22.5 114.1');
});

t.test('the sign of cars is a country beside a postal code of it, and none alone', async (t) => {
  for (const [country, zip, city, code] of [
    ['A', '1010', 'Wien', 'AT'],
    ['B', '1000', 'Bruxelles', 'BE'],
    ['D', '10115', 'Berlin', 'DE'],
    ['E', '28013', 'Madrid', 'ES'],
    ['F', '75011', 'Paris', 'FR'],
    ['H', '1061', 'Budapest', 'HU'],
    ['I', '20121', 'Milano', 'IT'],
    ['P', '1100-053', 'Lisboa', 'PT'],
    ['S', '114 55', 'Stockholm', 'SE'],
  ] as const)
    t.match(locate({ city, zip, country }), { country: code, contradiction: null }, country);
  for (const rest of [{}, { zip: '80331' }])
    t.equal(answer({ city: 'Wien', country: 'A', ...rest }), "address_unknown: country 'A' is not known");
});
