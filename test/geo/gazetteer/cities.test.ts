import t from 'tap';
import { answer, briefly, locate } from './geocoder-of-build.js';

t.test('a city is known by its names in seven languages, whatever the accents and the case', async (t) => {
  for (const city of ['Munich', 'München', 'MUENCHEN', 'munchen', 'Múnich', 'Monaco di Baviera', 'Munique'])
    t.equal(answer({ city, country: 'Allemagne' }), 'DE city 48.1 11.6', city);
  const others: [string, string, string][] = [
    ['Köln', 'Deutschland', 'DE city 50.9 7.0'],
    ['Cologne', 'Duitsland', 'DE city 50.9 7.0'],
    ['Wien', 'Österreich', 'AT city 48.2 16.4'],
    ['Lisboa', 'PT', 'PT city 38.7 -9.1'],
    ['Praag', 'Tsjechië', 'CZ city 50.1 14.4'],
    ['Florenz', 'Italien', 'IT city 43.8 11.2'],
    ['Genf', 'Schweiz', 'CH city 46.2 6.1'],
    ['Den Haag', 'NLD', 'NL city 52.1 4.3'],
    ['The Hague', 'Holland', 'NL city 52.1 4.3'],
    ['Bombay', 'India', 'IN city 19.1 72.9'],
    ['Kiev', 'Ukraine', 'UA city 50.5 30.5'],
    ['Peking', 'China', 'CN city 39.9 116.4'],
    ['México DF', 'Mexiko', 'MX city 19.4 -99.1'],
    ['Bogotá D.C.', 'Colombie', 'CO city 4.6 -74.1'],
    ['São Paulo', 'Brasil', 'BR city -23.5 -46.6'],
  ];
  for (const [city, country, brief] of others) t.equal(answer({ city, country }), brief, city);
});

t.test('abbreviations of cities and states are read', async (t) => {
  t.equal(answer({ city: 'St. Louis', state: 'MO' }), 'US city 38.6 -90.2');
  t.equal(answer({ city: 'Saint Louis', state: 'Missouri' }, 'US'), 'US city 38.6 -90.2');
  t.equal(answer({ city: 'N. Las Vegas', state: 'Nev.' }, 'US'), 'US city 36.2 -115.1');
  t.equal(answer({ city: 'Mt. Vernon', state: 'N.Y.' }, 'US'), 'US city 40.9 -73.8');
  t.equal(answer({ city: 'Ft Worth', state: 'Tex.' }), 'US city 32.7 -97.3');
  t.equal(answer({ city: 'Boston', state: 'Mass.' }), 'US city 42.4 -71.1');
  t.equal(answer({ city: 'Pt Lincoln', state: 'SA', country: 'Australia' }), 'AU city -34.7 135.9');
  t.equal(answer({ city: 'Pt. Pleasant', state: 'NJ' }, 'US'), 'US city 40.1 -74.1');
  t.equal(answer({ city: 'St. Gallen', country: 'CH' }), 'CH city 47.4 9.4');
  t.equal(answer({ city: 'Sankt Gallen', country: 'CH' }), 'CH city 47.4 9.4');
  for (const city of ['NYC', 'New York', 'New York City', 'New-York'])
    t.equal(answer({ city }), 'US city 40.7 -74.0', city);
  t.equal(answer({ city: 'LA' }), 'US city 34.1 -118.2');
  t.equal(answer({ city: 'SF' }), 'US city 37.8 -122.4');
  for (const city of ['Washington D.C.', 'Washington, DC', 'Washington DC'])
    t.equal(answer({ city }), 'US city 38.9 -77.0', city);
});

t.test('the state decides between several cities of a name', async (t) => {
  t.equal(answer({ city: 'Paris', state: 'TX' }), 'US city 33.7 -95.6');
  t.equal(answer({ city: 'London', state: 'ON' }), 'CA city 43.0 -81.2');
  t.equal(answer({ city: 'Birmingham', state: 'AL' }), 'US city 33.5 -86.8');
  t.equal(answer({ city: 'Cambridge', state: 'MA' }), 'US city 42.4 -71.1');
  t.equal(answer({ city: 'Portland', state: 'ME' }, 'US'), 'US city 43.7 -70.3');
  t.equal(answer({ city: 'Springfield', state: 'IL' }, 'US'), 'US city 39.8 -89.6');
  t.equal(answer({ city: 'Vancouver', state: 'WA' }), 'US city 45.6 -122.7');
  t.equal(answer({ city: 'Perth', state: 'WA' }), 'AU city -32.0 115.9');
  t.equal(answer({ city: 'Moscow', state: 'ID' }, 'US'), 'US city 46.7 -117.0');
});

t.test('a place that has been moved since an older source is one place', async (t) => {
  t.equal(answer({ city: 'Vernon', state: 'BC', country: 'CA' }), 'CA city 50.3 -119.3');
  t.equal(answer({ city: 'Zhongshan', country: 'CN' }), 'CN city 22.5 113.4');
});

t.test('without a state the one that has ten times more inhabitants is meant', async (t) => {
  t.equal(answer({ city: 'Paris' }), 'FR city 48.9 2.3');
  t.equal(answer({ city: 'London' }), 'GB city 51.5 -0.1');
  t.equal(answer({ city: 'Berlin' }), 'DE city 52.5 13.4');
  t.equal(answer({ city: 'Frankfurt' }), 'DE city 50.1 8.7');
  t.equal(
    answer({ city: 'Springfield' }, 'US'),
    "address_ambiguous: city 'Springfield' is in several states (Missouri, Massachusetts, Illinois, Oregon and 4 more): give a state",
  );
  t.equal(
    answer({ city: 'Valencia' }),
    "address_ambiguous: city 'Valencia' is in several countries (VE, ES and US): give a country",
  );
  t.equal(answer({ city: 'Valencia', country: 'ES' }), 'ES city 39.5 -0.4');
  t.equal(answer({ city: 'Córdoba', country: 'Spain' }), 'ES city 37.9 -4.8');
});

t.test('a river, a county or the first digits of a postal code tell namesakes from each other', async (t) => {
  for (const city of ['Frankfurt (Oder)', 'Frankfurt/Oder', 'Frankfurt an der Oder'])
    t.equal(answer({ city }, 'DE'), 'DE city 52.3 14.6', city);
  for (const city of ['Frankfurt am Main', 'Frankfurt/Main', 'Frankfurt a. M.'])
    t.equal(answer({ city }, 'DE'), 'DE city 50.1 8.7', city);
  for (const city of ['Halle (Saale)', 'Halle/Saale', 'Halle'])
    t.equal(answer({ city }, 'DE'), 'DE city 51.5 12.0', city);
  t.equal(
    answer({ city: 'Portland', zip: '04199' }, 'US'),
    "US city 43.7 -70.3 (ZIP '04199' is not known in US)",
    'of Maine, where ZIPs begin so',
  );
  t.equal(answer({ city: 'Springfield', county: 'Sangamon' }, 'US'), 'US city 39.8 -89.6');
});

t.test('codes that are a state and a country are told by the city', async (t) => {
  t.equal(answer({ city: 'Dover', state: 'DE' }), 'US city 39.2 -75.5');
  t.equal(answer({ city: 'Munich', state: 'DE' }), 'DE city 48.1 11.6');
  t.equal(answer({ city: 'Gary', state: 'IN' }), 'US city 41.6 -87.3');
  t.equal(
    answer({ city: 'Denver', country: 'CO' }),
    "US city 39.7 -105.0 (country 'CO' is read as a state of US)",
  );
  t.equal(
    answer({ city: 'Dover', country: 'DE' }),
    "US city 39.2 -75.5 (country 'DE' is read as a state of US)",
  );
  t.equal(answer({ city: 'Bogota', country: 'CO' }), 'CO city 4.6 -74.1');
  t.equal(answer({ city: 'Toronto', country: 'CA' }), 'CA city 43.7 -79.4');
  t.equal(
    answer({ city: 'Los Angeles', country: 'CA' }),
    "US city 34.1 -118.2 (country 'CA' is read as a state of US)",
  );
  t.equal(answer({ city: 'Atlanta', state: 'Georgia' }), 'US city 33.7 -84.4');
  t.equal(answer({ city: 'Tbilisi', state: 'Georgia' }), 'GE city 41.7 44.8');
  t.equal(answer({ city: 'Toronto', state: 'Ontario' }, 'US'), 'CA city 43.7 -79.4');
  t.equal(answer({ city: 'Chennai', state: 'TN', country: 'India' }), 'IN city 13.1 80.3');
});

t.test('parts of the United Kingdom narrow it down', async (t) => {
  t.equal(answer({ city: 'Perth', country: 'Scotland' }), 'GB city 56.4 -3.4');
  t.equal(answer({ city: 'London', country: 'England' }), 'GB city 51.5 -0.1');
  t.equal(
    answer({ city: 'Perth', country: 'England' }),
    "address_unknown: city 'Perth' is not known in England; there is one in Scotland",
  );
});

t.test('a misspelt city is never placed, but what may be meant is said', async (t) => {
  t.equal(
    answer({ city: 'Sprngfield' }, 'US'),
    "address_unknown: city 'Sprngfield' is not known in US; did you mean Springfield?",
  );
  t.equal(
    answer({ city: 'Sprngfield, IL' }, 'US'),
    "address_unknown: city 'Sprngfield' is not known in US; did you mean Springfield?",
  );
  for (const city of ['Berln', 'Berlinn', 'Bertin', 'Belrin'])
    t.equal(
      answer({ city }, 'DE'),
      `address_unknown: city '${city}' is not known in DE; did you mean Berlin?`,
    );
  for (const [city, meant] of [
    ['Cincinatti', 'Cincinnati'],
    ['Albequerqe', 'Albuquerque'],
    ['Phillidelphia', 'Philadelphia'],
  ])
    t.match(answer({ city: city! }, 'US'), `did you mean ${meant}?`, 'two edits');
  t.match(answer({ city: 'Krakw', country: 'Polska' }), 'did you mean Kraków?');
  t.notMatch(answer({ city: 'Bstn' }, 'US'), 'Boston', 'two edits of a short name');
  t.equal(
    answer({ city: 'Reykjavik' }, 'US'),
    "address_unknown: city 'Reykjavik' is not known in US; there is one in IS",
  );
  t.equal(
    answer({ city: 'Zürich' }, 'DE'),
    "address_unknown: city 'Zürich' is not known in DE; there is one in CH",
    'rather than Aurich',
  );
  t.equal(
    answer({ city: 'Los Angeles', state: 'NV' }, 'US'),
    "address_unknown: city 'Los Angeles' is not known in Nevada; there is one in California",
  );
  t.equal(
    answer({ city: 'Paris', country: 'Freedonia' }),
    "address_unknown: country 'Freedonia' is not known",
  );
});

t.test('a comma in the column of cities divides the city from where it is', async (t) => {
  for (const [city, brief] of [
    ['León, ES', 'ES city 42.6 -5.6'],
    ['Cartago, CO', 'CO city 4.7 -75.9'],
    ['Cali, CO', 'CO city 3.4 -76.5'],
    ['Cantù, CO', 'IT city 45.7 9.1'],
    ['Salem, IN', 'US city 38.6 -86.1'],
    ['Washington, D.C.', 'US city 38.9 -77.0'],
  ] as const)
    t.equal(answer({ city }), brief, city);
  t.equal(answer({ city: 'León', state: 'ES' }), 'ES city 42.6 -5.6', 'rather than Léon in France');
  t.equal(
    answer({ city: 'Bridgeport, United States' }),
    "address_ambiguous: city 'Bridgeport' is in several states (Connecticut and Illinois): give a state",
  );
});

t.test('a city cell that ends in the code of a state is no name written without the blank', async (t) => {
  for (const country of [null, 'US', 'DE']) {
    t.equal(answer({ city: 'Ila GA' }, country), 'US city 34.2 -83.3', 'not Ilaga in Papua');
    t.equal(answer({ city: 'newton ia' }, country), 'US city 41.7 -93.0', 'not Newtonia in Missouri');
    t.equal(answer({ city: 'Brighton CO' }, country), 'US city 40.0 -104.8', 'not in Tasmania');
    t.equal(answer({ city: 'Florence CO' }, country), 'US city 38.4 -105.1', 'no county');
    t.equal(answer({ city: 'Northport AL' }, country), 'US city 33.2 -87.6');
  }
  t.equal(answer({ city: 'Newton IA', country: 'USA' }), 'US city 41.7 -93.0');
  t.equal(answer({ city: 'Newton IA', zip: '50208' }), 'US postal 41.7 -93.0');
  t.equal(answer({ city: 'SAINT LO' }), 'FR city 49.1 -1.1', 'LO is also Lodi');
  t.equal(answer({ city: 'New York' }), 'US city 40.7 -74.0');
  t.match(answer({ city: 'Taylor AL' }), /^address_ambiguous: city 'Taylor' is 2 places of Alabama/);
});

t.test(
  'places below 1,000 inhabitants in the United States are known, and win over hamlets of their name',
  async (t) => {
    t.equal(answer({ city: 'Rock Mills AL' }), 'US city 33.2 -85.3');
    t.equal(answer({ city: 'Chevy Chase View MD' }), 'US city 39.0 -77.1');
    t.equal(answer({ city: 'Hollywood AL' }), 'US city 34.7 -86.0');
    t.equal(answer({ city: 'Murphy ID' }), 'US city 43.2 -116.6');
    t.equal(
      answer({ city: 'Cottonwood CO' }),
      "address_unknown: city 'Cottonwood CO' is not known",
      'not in Cottonwood County: CO behind a town is Colorado',
    );
  },
);

t.test('towns that are parts of a county, and places counted since 2010, are known', async (t) => {
  for (const [town, brief] of [
    ['Weybridge VT', 'US city 44.0 -73.2'],
    ['New Scotland NY', 'US city 42.6 -73.9'],
    ['Castle Hill ME', 'US city 46.7 -68.2'],
    ['Dell Prairie, WI', 'US city 43.7 -89.8'],
    ['Tano Road NM', 'US city 35.7 -106.0'],
    ['Copperton, UT', 'US city 40.6 -112.1'],
  ] as const)
    for (const part of ['city', 'street'] as const) t.equal(answer({ [part]: town }), brief, town);
  t.match(answer({ city: 'Lincoln WI' }), /^address_ambiguous: city 'Lincoln' is \d+ places of Wisconsin/);
  t.equal(answer({ city: 'Lincoln', state: 'WI', county: 'Vilas' }), 'US city 45.9 -89.2');
});

t.test('a state decides for its counted town, else for that of the post, and notes the other', async (t) => {
  const several = (name: string, here: string, there: string): string =>
    `(city '${name}' is several places: the one in ${here} is taken, and there is one in ${there})`;
  for (const [city, point, here, there] of [
    ['Enterprise UT', '37.6 -113.7', 'Washington County', 'Morgan County'],
    ['Milford IN', '41.4 -85.8', 'Kosciusko County', 'Indiana'],
    ['Allenport PA', '40.1 -79.9', 'Washington County', 'Huntingdon County'],
  ] as const)
    t.equal(answer({ city }), `US city ${point} ${several(city.slice(0, -3), here, there)}`);
  t.match(answer({ city: 'Centerville CA' }), /^address_ambiguous: city 'Centerville' is 2 places/);
  t.equal(answer({ city: 'Milford', state: 'IN', county: 'Decatur' }), 'US city 39.4 -85.6');
});

t.test('a county or region decides between towns of a name, and between countries', async (t) => {
  for (const [town, region, brief] of [
    ['Richmond', 'Surrey', 'GB city 51.5 -0.3'],
    ['London', 'Kent', 'GB city 51.5 -0.1'],
    ['Maidstone', 'Kent', 'GB city 51.3 0.5'],
    ['Phil Campbell', 'Franklin County', 'US city 34.4 -87.7'],
    ['East Berlin', 'Adams County', 'US city 39.9 -77.0'],
  ] as const) {
    for (const address of [
      { street: `${town}, ${region}` },
      { city: `${town}, ${region}` },
      { city: town, county: region },
      { city: town, state: region },
    ])
      t.equal(answer(address), brief, JSON.stringify(address));
  }
  t.equal(answer({ street: '10 High St, Woking, Surrey' }), 'GB city 51.3 -0.6');
  t.equal(answer({ street: 'Dover, Kent' }), 'GB city 51.1 1.3');
  t.equal(answer({ city: 'Louisville', state: 'Kent' }), 'US city 38.3 -85.8', 'Kentucky');
  t.equal(answer({ city: 'Darlington', county: 'Darlington County' }), 'US city 34.3 -79.9');
  t.match(answer({ street: 'Fulton, Fulton County' }), /^address_ambiguous/);
  t.equal(
    answer({ street: 'Nohamlet, Surrey' }),
    "CA city 49.1 -122.8 ('Nohamlet' is not known; 'Surrey' in CA is taken, not the one of GB)",
  );
});

t.test('another town of the name in the same state or county is told', async (t) => {
  t.match(
    answer({ city: 'Wasserburg', state: 'Bavaria' }),
    /^DE city .*city 'Wasserburg' is several places: /,
  );
  t.equal(
    answer({ city: 'Knoxville', county: 'Knox County', country: 'US' }),
    "US city 36.0 -83.9 (city 'Knoxville' is several places: the one in Tennessee is taken, and there is one in Illinois)",
  );
  t.equal(answer({ city: 'Boston', state: 'MA' }), 'US city 42.4 -71.1');
});

t.test('an article may stand behind its name', async (t) => {
  for (const [city, state, place] of [
    ['Rozas de Madrid, Las', 'Madrid', 'ES city 40.5 -3.9'],
    ["Hospitalet de Llobregat, L'", 'Barcelona', 'ES city 41.4 2.1'],
    ['EJIDO, EL', 'Almería', 'ES city 36.8 -2.8'],
    ['Coruña, A', 'Coruña, A', 'ES city 43.4 -8.4'],
    ['Palmas de Gran Canaria, Las', 'Palmas, Las', 'ES city 28.1 -15.4'],
    ['Palma', 'Balears, Illes', 'ES city 39.6 2.7'],
    ['Logroño', 'Rioja, La', 'ES city 42.5 -2.5'],
  ] as const) {
    const found = locate({ city, state, country: 'España' });
    t.equal(briefly(found), place, city);
    t.match(found, { contradiction: null }, city);
  }
  t.equal(answer({ city: 'Ejido, El', zip: '04700', country: 'ES' }), 'ES city 36.8 -2.8');
  t.equal(answer({ city: 'Shreveport, La' }, 'US'), 'US city 32.5 -93.8');
});
