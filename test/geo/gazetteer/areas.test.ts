import t from 'tap';
import { degrees, Gazetteer, NONE } from '../../../src/geo/gazetteer/gazetteer.js';
import { answer, briefly, gazetteerOfBuild, locate } from './geocoder-of-build.js';

t.test('a state alone is placed at its capital', async (t) => {
  t.equal(answer({ state: 'Washington' }, 'US'), 'US state 47.0 -122.9');
  t.equal(answer({ state: 'NY' }), 'US state 42.7 -73.8');
  t.equal(answer({ state: 'Bayern', country: 'Germany' }), 'DE state 48.1 11.6');
  t.equal(answer({ state: 'NSW' }, 'AU'), 'AU state -33.9 151.2');
  t.equal(answer({ state: 'CA' }, 'US'), 'US state 38.6 -121.5');
  t.equal(answer({ state: 'US-CA' }), 'US state 38.6 -121.5');
  t.equal(answer({ state: 'CA' }), "address_ambiguous: state 'CA' may be of US and CA: give a country");
  t.equal(
    answer({ state: 'Georgia' }),
    "address_ambiguous: state 'Georgia' may be of US and GE: give a country",
  );
});

t.test('a county is placed at its most populous place', async (t) => {
  t.equal(answer({ county: 'Travis', state: 'TX' }, 'US'), 'US city 30.3 -97.7');
  t.equal(answer({ county: 'St. Louis', state: 'MO' }, 'US'), 'US city 38.8 -90.3');
  t.equal(answer({ county: 'Travis County', state: 'Texas' }, 'US'), 'US city 30.3 -97.7');
  t.equal(
    answer({ county: 'Travis', state: 'TX', city: 'Nowhereville' }, 'US'),
    "US city 30.3 -97.7 (city 'Nowhereville' is not known in US)",
  );
  t.match(answer({ county: 'Washington' }, 'US'), /^address_ambiguous: county 'Washington' is several areas/);
});

t.test('a state in the column of cities is read as one', async (t) => {
  t.equal(answer({ city: 'Texas' }, 'US'), 'US state 30.3 -97.7');
  t.equal(answer({ city: 'California' }, 'US'), 'US state 38.6 -121.5', 'not one of Missouri');
  t.equal(answer({ city: 'Texas', state: 'Austin' }, 'US'), 'US city 30.3 -97.7', 'swapped');
  t.match(locate({ city: 'Kent' }, 'US'), { code: 'address_ambiguous' }, 'not short for Kentucky');
  t.match(locate({ city: 'Cali' }, 'US'), { code: 'address_unknown' }, 'nor this for California');
  t.equal(answer({ city: 'New York' }, 'US'), 'US city 40.7 -74.0', 'the city has the name');
  t.equal(answer({ city: 'Washington' }, 'US'), 'US city 38.9 -77.0', 'so has the capital');
  t.equal(answer({ city: 'Virginia', state: 'MN' }, 'US'), 'US city 47.5 -92.5', 'in the state given');
});

t.test('a country alone is no place, unless it is a city', async (t) => {
  const alone =
    'address_missing: a country alone is no place: give a postal code, a city or a state, or the type country, which makes it an area';
  for (const country of ['France', 'Georgia', 'Singapore', 'UK', 'Scotland'])
    t.equal(answer({ country }), alone, country);
  for (const city of ['Germany', 'Mexico', 'Deutschland'])
    t.equal(
      answer({ city }),
      `address_missing: '${city}' is a country, which alone is no place: give a postal code, a city or a state`,
    );
  t.match(locate({ city: 'Cuba' }, 'US'), { code: 'address_missing' }, 'not that of Missouri');
  t.equal(answer({ city: 'Singapore' }), 'SG city 1.3 103.9');
  t.equal(answer({ city: 'Luxembourg', country: 'Luxembourg' }), 'LU city 49.6 6.1');
  t.equal(answer({ city: 'Monaco' }), 'MC city 43.7 7.4');
});

t.test('words for "no value" count as nothing', async (t) => {
  const nothing = 'address_missing: there is no postal code, city or state';
  for (const city of [
    '',
    ' ',
    'N/A',
    'n.a.',
    '-',
    '---',
    '?',
    'unknown',
    'Remote',
    'Online',
    'various',
    'Unbekannt',
  ])
    t.equal(answer({ city, zip: 'none', state: '–' }), nothing, city);
  t.equal(answer({ city: 'various', state: 'OH' }, 'US'), 'US state 40.0 -83.0');
});

t.test('states are known by their own names and those of seven languages', async (t) => {
  const named: readonly [string, string, string][] = [
    ['FR', 'Rouen', 'Normandie'],
    ['FR', 'Rennes', 'Bretagne'],
    ['FR', 'Bastia', 'Corse'],
    ['FR', 'Nancy', 'Lorraine'],
    ['FR', 'Lyon', '69'],
    ['FR', 'Bourg-en-Bresse', "Département de l'Ain"],
    ['FR', 'Saint-Denis', 'La Réunion'],
    ['ES', 'Valencia', 'Comunidad Valenciana'],
    ['ES', 'Arrecife', 'Canarias'],
    ['IT', 'Bari', 'Puglia'],
    ['IT', 'Ancona', 'Marche'],
    ['BE', 'Namur', 'Wallonie'],
    ['BE', 'Gent', 'Oost-Vlaanderen'],
    ['CZ', 'Brno', 'Jihomoravský kraj'],
    ['SK', 'Košice', 'Košický kraj'],
    ['PL', 'Poznań', 'województwo wielkopolskie'],
    ['SE', 'Stockholm', 'Stockholms län'],
    ['HU', 'Pécs', 'Baranya megye'],
    ['GB', 'Bolton', 'Greater Manchester'],
    ['DE', 'München', 'Bavière'],
    ['JP', 'Yokohama', 'Kanagawa-ken'],
    ['GB', 'Leeds', 'Yorkshire and the Humber'],
    ['GB', 'Nottingham', 'East Midlands'],
    ['GB', 'Norwich', 'East Anglia'],
    ['GB', 'Bristol', 'South West England'],
    ['IE', 'Mallow', 'Co. Cork'],
    ['PT', 'Faro', 'Algarve'],
    ['NO', 'Bergen', 'Hordaland'],
    ['US', 'Charlotte', 'Caroline du Nord'],
    ['AU', 'Dubbo', 'Nueva Gales del Sur'],
    ['CA', 'Victoria', 'Britisch-Kolumbien'],
    ['FR', 'Rennes', 'Bretaña'],
    ['DE', 'Rosenheim', 'Regierungsbezirk Oberbayern'],
  ];
  for (const [country, city, state] of named)
    t.match(
      locate({ city, state, country }),
      { precision: 'city', contradiction: null },
      `${city}, ${state}`,
    );
  const elsewhere: readonly [string, string, string][] = [
    ['FR', 'Saint-Denis', 'Bretagne'],
    ['FR', 'Beaufort', 'Haute-Garonne'],
    ['ES', 'Soria', 'Las Palmas'],
    ['CZ', 'Doubrava', 'Karlovarský kraj'],
    ['IT', 'Montecchio', 'Marche'],
    ['GB', 'Newport', 'East Midlands'],
  ];
  for (const [country, city, state] of elsewhere)
    t.match(locate({ city, state, country }), { code: 'address_unknown', part: 'city' }, `${city}, ${state}`);
  t.match(locate({ city: 'Newport', state: 'East Midlands', country: 'GB' }), {
    message: / in 'East Midlands'; /,
  });
  t.equal(
    answer({ state: 'Alentejo', country: 'PT' }),
    "address_ambiguous: state 'Alentejo' is several areas (Portalegre, Évora and Beja): give a city or a postal code",
  );
});

t.test('a state that is known nowhere is noted', async (t) => {
  t.equal(
    answer({ city: 'Berlin', state: 'Atlantis', country: 'DE' }),
    "DE city 52.5 13.4 (state 'Atlantis' is not known in DE)",
  );
  t.match(answer({ city: 'Berlin', state: 'Atlantis' }), /^DE city .*'Atlantis' is not known in DE\)$/);
  t.match(answer({ state: 'Atlantis', zip: '43004' }, 'US'), /^US postal .*'Atlantis' is not known in US\)$/);
  t.equal(answer({ city: 'Berlin', state: 'Germany', country: 'DE' }), 'DE city 52.5 13.4');
  t.equal(answer({ city: 'Berlin', state: 'N/A', country: 'DE' }), 'DE city 52.5 13.4');
});

t.test('each part of an address that decided nothing is told', async (t) => {
  t.equal(
    answer({ city: 'Austin', county: 'Atlantis', state: 'TX' }, 'US'),
    "US city 30.3 -97.7 (county 'Atlantis' is not known in Texas)",
  );
  t.equal(
    answer({ city: 'Austin', county: 'El Paso', state: 'TX' }, 'US'),
    "US city 30.3 -97.7 (city 'Austin' is not known in county 'El Paso')",
  );
  t.equal(answer({ city: 'Austin', county: 'Travis', state: 'TX' }, 'US'), 'US city 30.3 -97.7');
  t.equal(
    answer({ zip: '13001', state: 'Normandie', country: 'FR' }),
    "FR state 43.3 5.4 (postal code '13001' is in Bouches-du-Rhône, not in Normandy)",
  );
  t.equal(answer({ zip: '76000', state: 'Normandie', country: 'FR' }), 'FR state 49.5 0.1');
});

t.test('a town that lies in the named county wins over a larger one near it', async (t) => {
  for (const [city, state, country, brief] of [
    ['Preston', 'Yorkshire and the Humber', 'UK', 'GB city 53.8 -0.2'],
    ['Saint-Priest', 'Ardèche', 'France', 'FR city 44.7 4.5'],
    ['Farnborough', 'Greater London', 'UK', 'GB city 51.4 0.1'],
  ] as const)
    t.equal(answer({ city, state, country }), brief, city);
  t.equal(
    answer({ city: 'Woodlawn', county: "Prince George's County", state: 'MD', country: 'US' }),
    'US city 38.9 -76.9',
  );
  t.equal(answer({ city: 'Wales', county: 'Rotherham', country: 'UK' }), 'GB city 53.3 -1.3');
});

t.test(
  'no town near a region of several counties, or in another part of the United Kingdom, lies in it',
  async (t) => {
    for (const [city, state] of [
      ['London', 'East of England'],
      ['Cardiff', 'South West'],
      ['Birmingham', 'East Midlands'],
      ['Wellington', 'South West'],
    ] as const) {
      const where = city === 'Cardiff' ? 'Wales' : 'England';
      t.equal(
        answer({ city, state, country: 'UK' }),
        `address_unknown: city '${city}' is not known in '${state}'; there is one in ${where}`,
      );
    }
    t.equal(answer({ city: 'Newport', state: 'West Midlands', country: 'UK' }), 'GB city 52.8 -2.4');
  },
);

t.test('the towns of a county are placed within it, or refused', async (t) => {
  const gazetteer = new Gazetteer(gazetteerOfBuild);
  const { places, areas } = gazetteer;
  const countryOf = (place: number): string => gazetteer.countryCode(places.country[place]!);
  const far: string[] = [];
  for (let place = 0; place < places.population.length; place += 23) {
    const county = places.county[place]!;
    const country = countryOf(place);
    if (county === NONE || !['GB', 'FR', 'ES', 'US'].includes(country)) continue;
    const state = areas.name(places.state[place]!);
    const found = locate({ city: places.name(place), county: areas.name(county), state, country });
    if ('code' in found) continue;
    const isThere = (other: number): boolean =>
      places.county[other] === county &&
      Math.abs(degrees(places.lat[other]!) - found.lat) < 1e-5 &&
      Math.abs(degrees(places.lng[other]!) - found.lng) < 1e-5;
    let isInCounty = isThere(place);
    for (
      let other = gazetteer.firstPlaceOf(places.country[place]!);
      !isInCounty && countryOf(other) === country;
      other++
    )
      isInCounty = isThere(other);
    if (!isInCounty) far.push(`${places.name(place)}, ${areas.name(county)}: ${briefly(found)}`);
  }
  t.same(far, []);
});

t.test('a county of another state is told', async (t) => {
  t.match(
    answer({ city: 'Regenstauf', county: 'Regierungsbezirk Stuttgart', state: 'Bavaria' }),
    /^DE city .*county 'Regierungsbezirk Stuttgart' is not known in Bavaria/,
  );
  t.equal(answer({ city: 'Springfield', county: 'Sangamon', state: 'IL' }), 'US city 39.8 -89.6');
});
