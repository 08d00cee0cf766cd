import t from 'tap';
import { answer, locate } from './geocoder-of-build.js';

const ADDRESSES: readonly [string, string][] = [
  ['1600 Pennsylvania Ave NW, Washington, DC 20500', 'US postal 38.9 -77.0'],
  ['1600 Pennsylvania Ave NW Washington DC 20500', 'US postal 38.9 -77.0'],
  ['1 Infinite Loop, Cupertino, CA 95014, USA', 'US postal 37.3 -122.1'],
  ['350 5th Ave\nNew York NY 10118', 'US postal 40.7 -74.0'],
  ['PO Box 12, Austin TX 78701', 'US postal 30.3 -97.7'],
  ['Marienplatz 1, 80331 München, Germany', 'DE postal 48.1 11.6'],
  ['Hauptstr. 5, D-10827 Berlin', 'DE postal 52.5 13.4'],
  ['Domkloster 4, 50667 Köln, Germany', 'DE postal 50.9 7.0'],
  ['200 King St W, M5H 3T4 Toronto', 'CA postal 43.6 -79.4'],
  ['10 Downing Street, London, SW1A 2AA, UK', 'GB city 51.5 -0.1'],
  ['221B Baker Street, London NW1 6XE', 'GB city 51.5 -0.1'],
  ['100 Queen St W, Toronto, ON M5H 2N2, Canada', 'CA postal 43.6 -79.4'],
  ['1 Macquarie St, Sydney NSW 2000', 'AU postal -33.9 151.2'],
  ['Champs-Élysées 10, 75008 Paris, France', 'FR city 48.9 2.3'],
  ['Calle Mayor 5, 28013 Madrid, España', 'ES city 40.4 -3.7'],
  ['Via Roma 1, 00184 Roma RM, Italia', 'IT city 41.9 12.5'],
  ['Via Dante 2, 20121 Milano (MI)', 'IT city 45.5 9.2'],
  ['Dam 1, 1012 JS Amsterdam, Netherlands', 'NL city 52.4 4.9'],
  ['Kungsgatan 1, 111 43 Stockholm, Sweden', 'SE city 59.3 18.1'],
  ['Av. Paulista 1000, São Paulo - SP, 01310-100, Brasil', 'BR city -23.5 -46.6'],
  ['Peachtree St, Atlanta, Georgia', 'US city 33.7 -84.4'],
  ['Rustaveli Ave, Tbilisi, Georgia', 'GE city 41.7 44.8'],
  ['350 5th Ave, New York, USA', 'US city 40.7 -74.0'],
  ['Unter den Linden 1, Berlin, Germany', 'DE city 52.5 13.4'],
  ['Friedrichstraße, Berlin, Germany', 'DE city 52.5 13.4'],
  ['Unter den Linden 1, Berlin, Germany 10117', 'DE postal 52.5 13.4'],
  ['5 Orchard Rd, Singapore', 'SG city 1.3 103.9'],
  ['10 Des Voeux Rd, Hong Kong', 'HK city 22.3 114.2'],
];

t.test('a whole address is cut into its parts, in the column of streets or of cities', async (t) => {
  for (const [text, brief] of ADDRESSES) {
    t.equal(answer({ street: text }), brief, text);
    t.equal(answer({ city: text }), brief, `city: ${text}`);
  }
});

t.test('a country in a whole address counts before the default one', async (t) => {
  for (const text of [
    'Unter den Linden 1, Berlin, Germany 10117',
    'Unter den Linden 1, Berlin, 10117 Germany',
  ])
    t.equal(answer({ street: text }, 'US'), 'DE postal 52.5 13.4', text);
  t.equal(answer({ street: '350 5th Ave, New York, USA' }, 'DE'), 'US city 40.7 -74.0');
  t.equal(answer({ street: '1 Main St, Lebanon 17042' }, 'US'), 'US postal 40.3 -76.4');
});

t.test('a hamlet that is not known is not in the city that its state is named after', async (t) => {
  const street = '12 Main St, Smallhamlet, New York, USA';
  t.match(answer({ street }), /^address_missing/);
  t.match(answer({ street: '12 Main St, Texas' }), /^address_missing/, 'nor in the capital');
});

t.test('city and state, or country, may stand in one cell', async (t) => {
  t.equal(answer({ city: 'New York, NY' }), 'US city 40.7 -74.0');
  t.equal(answer({ city: 'Austin TX' }), 'US city 30.3 -97.7');
  t.equal(answer({ city: 'Paris, Texas' }), 'US city 33.7 -95.6');
  t.equal(answer({ city: 'London, Ontario' }), 'CA city 43.0 -81.2');
  t.equal(answer({ city: 'London, UK' }), 'GB city 51.5 -0.1');
  t.equal(answer({ city: '80331 München' }), 'DE postal 48.1 11.6');
});

t.test('a street alone is no address', async (t) => {
  for (const street of ['1 Main St', 'Main Street 5', '5 Elm Ct'])
    t.equal(
      answer({ street }, 'US'),
      `address_missing: street '${street}' names no postal code, city or state that is known`,
    );
});

const EMPIRE_STATE = '350 5th Ave, New York, NY 10118, USA';

t.test('a whole address of another town than the other columns say is refused', async (t) => {
  for (const [street, rest, where] of [
    [EMPIRE_STATE, { city: 'Boston' }, "'New York, NY, 10118, USA', not in 'Boston'"],
    [EMPIRE_STATE, { zip: '02201', country: 'US' }, "'New York, NY, 10118, USA', not in '02201, US'"],
    [EMPIRE_STATE, { state: 'MA', country: 'US' }, "'New York, NY, 10118, USA', not in 'MA, US'"],
    ['Unter den Linden 1, 10117 Berlin', { city: 'Hamburg' }, "'Berlin, 10117', not in 'Hamburg'"],
    ['Unter den Linden 1, Berlin, Germany', { city: 'Hamburg' }, "'Berlin, Germany', not in 'Hamburg'"],
    [
      '1 Main St, Springfield, MO',
      { city: 'Springfield', state: 'IL' },
      "'Springfield, MO', not in 'Springfield, IL'",
    ],
  ] as const)
    t.equal(answer({ street, ...rest }), `address_contradictory: address '${street}' is in ${where}`);
});

t.test('a large town at the end of a street, elsewhere than the city, is noted', async (t) => {
  t.equal(
    answer({ street: 'Unter den Linden 1, Berlin', city: 'Hamburg' }),
    "DE city 53.6 10.0 (address 'Unter den Linden 1, Berlin' is in 'Berlin', not in 'Hamburg')",
  );
});

t.test(
  'a whole address of the same town fills what the other columns leave out, and is cut to its street',
  async (t) => {
    const parts = {
      street: '350 5th Ave',
      city: 'New York',
      county: '',
      state: 'NY',
      country: 'USA',
      zip: '10118',
    };
    for (const rest of [{ city: 'New York' }, { state: 'NY' }, { city: 'New York', zip: '10118' }])
      t.match(locate({ street: EMPIRE_STATE, ...rest }), { precision: 'postal', contradiction: null, parts });
    for (const [street, city, rest] of [
      ['Marienplatz 1, 80331 München', 'Munich', 'Marienplatz 1'],
      ['1 Market St, St. Louis, MO 63101', 'Saint Louis', '1 Market St'],
      ['12 High St, Camden, London', 'London', '12 High St, Camden'],
      ['PO Box 7, 5 Leeds Road, Harrogate', 'Harrogate', 'PO Box 7, 5 Leeds Road, Harrogate'],
    ] as const)
      t.match(locate({ street, city }), { contradiction: null, parts: { street: rest, city } }, street);
  },
);

t.test('a suburb, a district, a house or a street with the name of a town is none', async (t) => {
  for (const [street, rest] of [
    ['12 High St, Camden, London', { city: 'Camden', country: 'UK' }],
    ['12 High St, Richmond', { city: 'London', country: 'UK' }],
    ['Unit 3, 5 Leeds Road', { city: 'Harrogate', country: 'UK' }],
    ['350 5th Ave, New York, NY 10118', { city: 'Brooklyn', state: 'NY' }],
    ['12 Main St, Kensington', { city: 'Melbourne', country: 'AU' }],
    ['12 Main St, Level 3000', { city: 'Sydney', country: 'AU' }],
    ['12 Main St, Suite 5000', { city: 'Dallas', state: 'TX' }],
    ['Calle Mayor 5, 28801 Alcalá de Henares', { city: 'Madrid', country: 'ES' }],
    ['Friedrichstr. 5, Mitte', { city: 'Berlin', zip: '10117' }],
    ['1 Main St, NW', { city: 'Washington', state: 'DC' }],
  ] as const) {
    const place = locate({ street, ...rest });
    t.match(place, { contradiction: null }, street);
    if ('city' in rest) t.notMatch(place, { parts: {} }, 'its street stays whole');
  }
});

t.test('a city of another country than its postal code is noted', async (t) => {
  t.equal(
    answer({ city: 'Wien', zip: '10115', country: 'Germany' }),
    "DE postal 52.5 13.4 (city 'Wien' is not known in DE; there is one in AT)",
  );
  for (const city of ['Mitte', 'Kreuzberg'])
    t.equal(answer({ city, zip: '10115', country: 'Germany' }), 'DE postal 52.5 13.4', city);
});

t.test('a whole address is cut at its postal code, wherever it stands', async (t) => {
  const addresses: readonly [string, string][] = [
    ['Street 1, Berlin, Germany, 10115', 'DE postal 52.5 13.4'],
    ['Street 1, Paris, France, 75001', 'FR city 48.9 2.3'],
    ['Nevsky prospekt 1, Saint Petersburg, Russia, 191186', 'RU city 59.9 30.3'],
    ['ul. Długa 5, Gdańsk, Poland, 80-831', 'PL city 54.4 18.6'],
    ['10 Downing St, London, UK, SW1A 2AA', 'GB city 51.5 -0.1'],
    ['5 Elm St, Springfield, IL, USA 62701', 'US postal 39.8 -89.6'],
    ['ul. Polna 1, 00-549 Warszawa, Poland', 'PL city 52.2 21.0'],
    ['1-1 Chiyoda, Tokyo 100-0001, Japan', 'JP city 35.7 139.7'],
    ["6, rue de l'Industrie 59200 Tourcoing", 'FR city 50.7 3.2'],
    ['Hauptstraße 5 80331 München', 'DE postal 48.1 11.6'],
    ['12 Main St Seattle WA 98101', 'US postal 47.6 -122.3'],
    ['12 Main St Seattle, WA', 'US city 47.6 -122.3'],
    ['1600 Broadway Denver CO 80202', 'US postal 39.8 -105.0'],
    ['350 5th Ave New York NY 10118 USA', 'US postal 40.7 -74.0'],
    ['1600 Broadway Sagaponack NY 11962 USA', 'US postal 40.9 -72.3'],
    ['4500 N Highway 41 Durango CO 81301', 'US postal 37.5 -107.8'],
    ['12 Main St Unknownville WA 98101', 'US postal 47.6 -122.3'],
    ['75009 Paris Cedex 09', 'FR city 48.9 2.3'],
    ['Galway H91 E9T8, Ireland', 'IE city 53.3 -9.1'],
    ['1550 København V, Denmark', 'DK city 55.7 12.6'],
    ['123 Main St, Toronto, ON M5V', 'CA postal 43.7 -79.4'],
    ['Gangnam-gu, Seoul 06232, South Korea', 'KR city 37.6 127.0'],
    ['Rua de Paris, Porto, Portugal', 'PT city 41.1 -8.6'],
  ];
  for (const [street, expected] of addresses) t.equal(answer({ street }), expected, street);
  t.equal(answer({ city: 'Paris Cedex 09' }), 'FR city 48.9 2.3');
  t.match(locate({ street: '12 Rue de Paris' }), { code: 'address_missing' }, 'a street alone');
});

t.test('a town and the code of its state may be one cell, with a street or without', async (t) => {
  const addresses: readonly [string, string][] = [
    ['St. Paul MN', 'US city 44.9 -93.1'],
    ['Key Largo FL', 'US city 25.1 -80.4'],
    ['Sugar Land TX', 'US city 29.6 -95.6'],
    ['Pueblo West CO', 'US city 38.4 -104.7'],
    ['Tulsa (SW), OK', 'US city 36.2 -96.0'],
    ['Houston(W) TX', 'US city 29.8 -95.4'],
    ['2110 West Walnut Rogers AR', 'US city 36.3 -94.1'],
    ['16750 South Townsend Montrose CO', 'US city 38.5 -107.9'],
    ['6626 FM 1960 East Atascocita TX', 'US city 30.0 -95.2'],
    ['1229 NE Evangeline Thruway Lafayette LA', 'US city 30.2 -92.0'],
    ['801 Hwy 78 East Jasper AL', 'US city 33.8 -87.3'],
    ['2000 Neuchâtel NE', 'CH city 47.0 6.9'],
    ['20121 Milano MI', 'IT city 45.5 9.2'],
    ['Malmö (SE)', 'SE city 55.6 13.0'],
  ];
  for (const [street, expected] of addresses) t.equal(answer({ street }), expected, street);
  t.equal(answer({ city: 'Oakland (S)', state: 'CA' }), 'US city 37.8 -122.3');
  t.equal(answer({ city: 'Neustadt (Hessen)', country: 'DE' }), 'DE city 50.9 9.1');
  t.match(locate({ street: '12 Oak LA' }), { code: 'address_missing' }, 'a lane');
});

t.test('a town alone in the column of streets is its whole name', async (t) => {
  t.equal(answer({ street: 'Borgo San Lorenzo' }), 'IT city 44.0 11.4');
  t.equal(answer({ street: 'Segura de León' }, 'ES'), 'ES city 38.1 -6.5');
  t.equal(answer({ street: 'Corte Franca' }, 'IT'), 'IT city 45.6 10.0');
});

t.test('a town beside its postal code is its whole name, and the code may stand in brackets', async (t) => {
  const addresses: readonly [string, string][] = [
    ['Calle Mayor 5, 13700 Villarta de San Juan, España', 'ES city 39.2 -3.4'],
    ['Via Roma 5 50032 Borgo San Lorenzo Italia', 'IT city 44.0 11.4'],
    ['Via Roma 5 85051 Bella Italia', 'IT city 40.8 15.5'],
    ['5 rue de la Paix, 08440 Vivier-au-Court, France', 'FR city 49.7 4.8'],
    ['Brens (81600), France', 'FR city 43.9 1.9'],
  ];
  for (const [street, expected] of addresses) t.equal(answer({ street }), expected, street);
  for (const address of [{ street: 'Brens (01300), France' }, { city: 'Brens (01300)', country: 'FR' }])
    t.match(locate(address), { precision: 'state', contradiction: /^city 'Brens' is not known in Ain/ });
});
