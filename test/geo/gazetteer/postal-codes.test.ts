import t from 'tap';
import { answer } from './geocoder-of-build.js';

t.test('a postal code is read as its country writes it', async (t) => {
  const ohio = 'US postal 40.0 -82.8';
  for (const zip of [
    '43004',
    '43004-1234',
    '43004 - 1234',
    '430041234',
    '43004.0',
    ' 43004 ',
    'OH 43004',
    "'43004",
  ])
    t.equal(answer({ zip }, 'US'), ohio, zip);
  const ottawa = 'CA postal 45.4 -75.7';
  for (const zip of ['K1A 0B1', 'K1A0B1', 'k1a 0b1', 'K1A', 'K1A-0B1']) t.equal(answer({ zip }), ottawa, zip);
  for (const zip of ['SW1A 1AA', 'sw1a1aa', 'SW1A']) t.equal(answer({ zip }), 'GB postal 51.5 -0.2', zip);
  for (const zip of ['D-80331', 'd 80331']) t.equal(answer({ zip }), 'DE postal 48.1 11.6', zip);
  t.equal(answer({ zip: "'97400", city: 'Saint-Denis', country: 'FR' }), 'RE city -20.9 55.5');
  t.equal(answer({ zip: '2000' }, 'AU'), 'AU postal -33.9 151.2');
});

t.test('zeros that a spreadsheet took from a postal code are put back', async (t) => {
  const boston = 'US postal 42.4 -71.1';
  t.equal(answer({ zip: '2134' }, 'US'), boston);
  t.equal(answer({ zip: '2134', state: 'MA' }), boston);
  t.equal(answer({ zip: '901', state: 'PR' }, 'US'), 'PR postal 18.5 -66.1');
  t.equal(answer({ zip: '1067', country: 'Germany' }), 'DE postal 51.1 13.7');
  t.equal(answer({ zip: '800', state: 'NT' }, 'AU'), 'AU postal -12.4 130.8');
});

t.test('the letters beside a number tell its country', async (t) => {
  t.equal(answer({ zip: '10115', city: 'Berlin' }), 'DE postal 52.5 13.4');
  t.equal(answer({ zip: '10115', city: 'New York' }), 'US postal 40.8 -74.0');
  t.equal(answer({ zip: '75001', city: 'Addison', state: 'TX' }), 'US postal 33.0 -96.8');
  t.equal(answer({ zip: '75001', city: 'Paris' }), 'FR city 48.9 2.3');
  t.equal(
    answer({ zip: '10115' }),
    "address_ambiguous: postal code '10115' may be of US and DE or others: give a country",
  );
});

t.test('a postal code counts before its first digits, and one that does not exist is none', async (t) => {
  t.equal(answer({ zip: '75460', city: 'Paris' }), 'US postal 33.7 -95.6', 'Paris, Texas');
  t.equal(answer({ zip: '75460', city: 'Paris' }, 'FR'), 'FR city 48.9 2.3');
  for (const country of [null, 'US'])
    t.equal(answer({ zip: '111 22', city: 'Stockholm' }, country), 'SE city 59.3 18.1', 'not in New Jersey');
});

t.test('hyphens and blanks tell who writes a postal code so', async (t) => {
  for (const country of [null, 'US']) {
    t.equal(answer({ zip: '40020-000', city: 'Salvador' }, country), 'BR city -13.0 -38.5');
    t.equal(answer({ zip: '00-001', city: 'Warszawa' }, country), 'PL city 52.2 21.0');
    t.equal(answer({ zip: '100-0001', city: 'Tokyo' }, country), 'JP city 35.7 139.7');
    t.equal(answer({ zip: '1100-148', city: 'Lisboa' }, country), 'PT city 38.7 -9.1');
    t.equal(answer({ zip: '1012 JS', city: 'Amsterdam' }, country), 'NL city 52.4 4.9');
    t.equal(answer({ zip: 'A-1010', city: 'Wien' }, country), 'AT city 48.2 16.4');
  }
  const notKnown = (country: string): string =>
    `address_unknown: postal codes of ${country} are not known here: give a city`;
  t.equal(answer({ zip: '40020-000' }, 'US'), notKnown('BR'), 'not ZIP 04002');
  t.equal(answer({ zip: '40020-000', country: 'BR' }), notKnown('BR'));
  t.equal(answer({ zip: '00-950' }, 'US'), 'PL state 52.2 21.0', 'by its first digits');
});

t.test('ZIP+4 is no proof against a city that is known elsewhere', async (t) => {
  const albany = 'US postal 42.7 -73.8';
  t.equal(answer({ zip: '12211-3456', city: 'Riyadh' }), 'SA city 24.7 46.7');
  t.match(answer({ zip: '12211-3456', city: 'Riyadh' }, 'US'), /^SA city 24.7 46.7/);
  t.equal(answer({ zip: '12211-3456' }), albany);
  t.equal(answer({ zip: '12211-3456' }, 'DE'), albany);
  t.equal(answer({ zip: '12211-3456', city: 'Albany' }, 'DE'), albany);
  t.equal(answer({ zip: '12211-3456', city: 'Nowhereville' }), albany);
});

t.test('city and postal code that agree in another country outweigh the default country', async (t) => {
  t.equal(answer({ zip: '10115', city: 'Berlin' }, 'US'), 'DE postal 52.5 13.4');
  t.equal(answer({ zip: '80331', city: 'München' }, 'US'), 'DE postal 48.1 11.6');
  t.equal(answer({ zip: '75001', city: 'Paris' }, 'US'), 'FR city 48.9 2.3');
  t.equal(answer({ zip: 'M5V 2T6' }, 'US'), 'CA postal 43.7 -79.4');
  t.equal(answer({ zip: '75001', country: 'US' }, 'FR'), 'US postal 33.0 -96.8');
});

t.test('a town is more exact than a postal area of a hundred kilometres', async (t) => {
  t.equal(answer({ zip: 'CB10 1AB', city: 'Saffron Walden' }), 'GB city 52.0 0.2');
  t.equal(answer({ zip: 'CB10 1AB' }), 'GB postal 52.2 0.1');
});

t.test('Canadian areas whose coordinates the package lacks lie in their towns', async (t) => {
  t.equal(answer({ zip: 'E3C 1A1' }), 'CA postal 45.9 -66.7');
  t.equal(answer({ zip: 'V0N 1G0' }), 'CA postal 49.8 -124.5');
  t.equal(
    answer({ zip: 'H0H 0H0' }),
    "address_unknown: postal code 'H0H 0H0' is not known in CA",
    'Santa Claus has no place',
  );
});

t.test('French and Spanish postal codes, of which the first digits are known, tell the region', async (t) => {
  t.equal(answer({ zip: '69002', country: 'FR' }), 'FR state 45.7 4.8');
  t.equal(answer({ zip: '17000', country: 'FR' }), 'FR state 46.2 -1.2', 'the main town');
  t.equal(answer({ zip: '46001', country: 'Spain' }), 'ES state 39.5 -0.4');
  t.equal(answer({ zip: '97400', city: 'Saint-Denis', country: 'France' }), 'RE city -20.9 55.5');
  t.equal(answer({ zip: '1011 AB', country: 'NL' }), 'NL state 52.4 4.9');
});

t.test('the first digits of French and Spanish codes decide against the only town of a name', async (t) => {
  t.equal(
    answer({ city: 'Arques', zip: '11190', country: 'FR' }),
    "FR state 43.2 2.6 (city 'Arques' is not known in Aude, where postal code '11190' is; there is one in Pas-de-Calais)",
  );
  for (const [city, zip, province] of [
    ['Valverde', '26528', 'La Rioja'],
    ['Casares', '39438', 'Cantabria'],
  ] as const)
    t.match(
      answer({ city, zip, country: 'ES' }),
      new RegExp(`^ES state .* not known in .*${province}`),
      city,
    );
  t.match(answer({ city: 'Lyon', zip: '13001', country: 'FR' }), /^FR state 43.3 5.4 .* in Rhône\)$/);
  t.equal(
    answer({ city: 'Lyon', state: 'Rhône', zip: '13001', country: 'FR' }),
    "FR city 45.7 4.8 (postal code '13001' is in Bouches-du-Rhône)",
    'city and state agree',
  );
  t.equal(answer({ city: 'Arques', zip: '62510', country: 'FR' }), 'FR city 50.7 2.3');
  t.equal(answer({ city: 'Valverde', zip: '38900', country: 'ES' }), 'ES city 27.8 -17.9');
  t.equal(answer({ city: 'Porto-Vecchio', zip: '20137', country: 'FR' }), 'FR city 41.6 9.3', 'Corsica');
});

t.test('a village that is not known lies in the province of its first digits, with a note', async (t) => {
  const known: readonly [string, string, string, RegExp][] = [
    ['FR', 'Alaigne', '11240', /^FR state 43.2 2.6 .* not known in Aude, where postal code '11240' is\)$/],
    ['FR', 'Allier', '65360', /^FR state 43.2 0.1 .* not known in Hautes-Pyrénées/],
    // At 103 km from La Rochelle, in the other corner of its département.
    ['FR', 'La Clotte', '17360', /^FR state 45.9 -0.9 .* not known in Charente-Maritime/],
    // On islands of one province, and in a province whose codes begin as its neighbour's do.
    ['ES', 'Nowhere', '35570', /^ES state 29.0 -13.5 .* not known in Provincia de Las Palmas/],
    ['ES', 'Nowhere', '38914', /^ES state 27.8 -17.9 .* not known in Provincia de Santa Cruz de Tenerife/],
    ['IT', 'Nowhere', '09074', /^IT state 39.9 8.6 .* not known in Provincia di Oristano/],
    ['IT', 'Bormio', '23032', /^IT city 46.5 10.4$/],
    ['ES', 'Nowhere', '05154', /^ES state 40.7 -5.0 .* not known in Provincia de Ávila/],
    ['IT', 'Nowhere', '07020', /^IT state 40.7 8.6 .* not known in Provincia di Sassari/],
    ['PT', 'Nowhere', '9500-150', /^PT state 37.7 -25.7 .* the area of Ponta Delgada/],
    ['PL', 'Nowhere', '80-001', /^PL state 54.4 18.6 /],
    ['AT', 'Nowhere', '6020', /^AT state 47.3 11.4 /],
    ['CH', 'Nowhere', '6900', /^CH state 46.0 9.0 /],
    ['NL', 'Nowhere', '9711 AA', /^NL state 53.2 6.6 /],
    ['BE', 'Nowhere', '8000', /^BE state 51.2 3.2 /],
  ];
  for (const [country, city, zip, expected] of known)
    t.match(answer({ city, zip, country }), expected, `${city} ${zip}`);
  t.match(
    answer({ city: 'Wien', zip: '75001', country: 'FR' }),
    /^FR state 48.9 2.3 .*there is one in AT\)$/,
  );
  t.match(
    answer({ city: 'Nowhere', zip: '13001', state: 'Normandie', country: 'FR' }),
    /^FR state 43.3 5.4 .*, not in Normandy\)$/,
  );
  t.equal(
    answer({ city: 'Lyon', zip: '99999', country: 'FR' }),
    "FR city 45.7 4.8 (postal code '99999' is not known in FR)",
  );
  t.equal(answer({ city: 'Lyon, Rhône', zip: '69003', country: 'FR' }), 'FR city 45.7 4.8');
});

t.test('post offices of the armed forces have no place', async (t) => {
  const refused = (what: string): string =>
    `address_unknown: ${what} is a military post office (APO, FPO): it has no place`;
  t.equal(answer({ zip: '09012', city: 'APO', state: 'AE' }, 'US'), refused("ZIP '09012'"));
  t.equal(answer({ zip: '96201' }, 'US'), refused("ZIP '96201'"));
  t.equal(answer({ city: 'FPO', state: 'AP' }, 'US'), refused("city 'FPO'"));
  t.equal(answer({ zip: '96201', city: 'APO' }), refused("ZIP '96201'"), 'not Apo in Mexico');
  t.equal(answer({ zip: '09112', city: 'APO', state: 'AE', country: 'Germany' }), refused("ZIP '09112'"));
});

t.test('territories have ZIPs, and are countries', async (t) => {
  t.equal(answer({ zip: '00901', country: 'PR' }), 'PR postal 18.5 -66.1');
  t.equal(answer({ zip: '96910' }, 'US'), 'US postal 13.5 144.7');
  t.equal(answer({ city: 'Charlotte Amalie', state: 'VI' }, 'US'), 'VI city 18.3 -64.9');
  t.equal(answer({ state: 'PR' }, 'US'), 'PR state 18.5 -66.1');
});

t.test('a postal code that is not known is said to be, or the city is taken and it is noted', async (t) => {
  t.equal(answer({ zip: '99999' }, 'US'), "address_unknown: ZIP '99999' is not known in US");
  t.equal(
    answer({ zip: '99999', city: 'Columbus', state: 'OH' }, 'US'),
    "US city 40.0 -83.0 (ZIP '99999' is not known in US)",
  );
});

t.test('among contradicting parts those that agree count, else the postal code', async (t) => {
  t.equal(
    answer({ zip: '43004', state: 'TX' }, 'US'),
    'US postal 40.0 -82.8 (ZIP 43004 is in Blacklick, Ohio, not Texas)',
  );
  t.equal(
    answer({ zip: '43004', city: 'Blacklick', state: 'TX' }, 'US'),
    'US postal 40.0 -82.8 (ZIP 43004 is in Blacklick, Ohio, not Texas)',
    'the city agrees with the ZIP',
  );
  t.equal(
    answer({ zip: '43004', city: 'Austin', state: 'TX' }, 'US'),
    'US city 30.3 -97.7 (ZIP 43004 is in Blacklick, Ohio, not in Austin, Texas)',
    'the city agrees with the state',
  );
  t.equal(
    answer({ zip: '43004', city: 'Cleveland', state: 'OH' }, 'US'),
    "US postal 40.0 -82.8 (ZIP 43004 is in Blacklick, Ohio, not in 'Cleveland')",
  );
});

t.test('a city in a postal area as large as a province is more exact than the area', async (t) => {
  t.equal(answer({ city: 'Iqaluit', state: 'NU', zip: 'X0A 0H0', country: 'Canada' }), 'CA city 63.7 -68.5');
  t.equal(answer({ city: 'Iqaluit', zip: 'X0A 0H0' }), 'CA city 63.7 -68.5');
  t.equal(answer({ city: 'Yulara', state: 'NT', zip: '0872', country: 'Australia' }), 'AU city -25.2 131.0');
  t.equal(answer({ city: 'Yulara', zip: '0872' }, 'AU'), 'AU city -25.2 131.0');
  t.equal(answer({ city: 'Kalka', zip: '0872' }, 'AU'), 'AU city -26.1 129.2', 'in South Australia');
  t.equal(
    answer({ city: 'Welshpool', state: 'Wales', zip: 'SY21 7AA' }, 'GB'),
    'GB city 52.7 -3.1',
    'most of SY lies in England',
  );
  t.equal(
    answer({ city: 'Churchill', state: 'MB', zip: 'R0B 0E0', country: 'Canada' }),
    "CA state 55.8 -98.8 (city 'Churchill' is not known in the area of postal code R0B0E0)",
  );
  t.equal(answer({ zip: 'X0A 0H0' }), 'CA state 70.5 -68.5');
  t.equal(
    answer({ city: 'Adelaide', state: 'SA', zip: '0872' }, 'AU'),
    'AU city -34.9 138.6 (postal code 0872 is in Mereenie, Northern Territory, not in Adelaide, South Australia)',
  );
});

t.test('the state decides between countries in which a lost zero leaves a code of the town', async (t) => {
  t.equal(answer({ city: 'Scarborough', state: 'ME', zip: '4074' }), 'US postal 43.6 -70.4');
  t.equal(answer({ city: 'Scarborough, ME 4074' }), 'US postal 43.6 -70.4');
});

t.test('a ZIP in the state of a code decides against the country of that code', async (t) => {
  const indiana = "US postal 39.8 -86.2 (ZIP 46204 is in Indianapolis, Indiana, not in 'Delhi')";
  for (const country of [null, 'US', 'DE'])
    t.equal(answer({ city: 'Delhi', state: 'IN', zip: '46204' }, country), indiana, `default ${country}`);
  t.match(answer({ city: 'Hamburg', state: 'DE', zip: '19801' }), /^US postal 39.7 -75.5 /);
  t.match(answer({ city: 'Richmond Hill', state: 'CA', zip: '94801' }), /^US postal 37.9 -122.4 /);
  t.equal(answer({ city: 'Delhi', state: 'IN', zip: '110001' }), 'IN city 28.7 77.2');
  t.equal(answer({ city: 'Hamburg', state: 'DE', zip: '20095' }), 'DE postal 53.6 10.0');
  t.equal(
    answer({ city: 'Mataram', state: 'ID', zip: '83201' }),
    'ID city -8.6 116.1',
    'also a ZIP of Idaho',
  );
});

t.test('a town with a state code of two countries is refused, unless it is a city', async (t) => {
  t.equal(
    answer({ city: 'Winthrop', state: 'WA' }),
    "address_ambiguous: city 'Winthrop' is in several countries (AU and US): give a country",
  );
  t.equal(answer({ city: 'Winthrop', state: 'WA' }, 'US'), 'US city 48.5 -120.2');
  t.equal(answer({ city: 'Winthrop', state: 'WA', zip: '98862' }), 'US postal 48.6 -120.2');
  t.equal(answer({ city: 'Perth', state: 'WA' }), 'AU city -32.0 115.9');
});

t.test('a town of the Isle of Man or Jersey agrees with its British postal code', async (t) => {
  for (const [city, zip, brief] of [
    ['Douglas', 'IM1 1AA', 'GB postal 54.1 -4.5'],
    ['Ramsey', 'IM8 1AA', 'GB postal 54.1 -4.5'],
    ['Saint Helier', 'JE2 3QA', 'GB postal 49.2 -2.1'],
  ] as const)
    for (const country of ['UK', '']) t.equal(answer({ city, zip, country }), brief, city);
  t.equal(
    answer({ city: 'Bath', zip: 'IM1 1AA', country: 'UK' }),
    "GB postal 54.1 -4.5 (postal code IM11AA is in Douglas, not in 'Bath')",
  );
});
