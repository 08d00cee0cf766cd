import t from 'tap';
import { RegionFinder } from '../../src/geo/regions/region-finder.js';
import { loadGeodata } from '../../src/world/geodata/load.js';

const finder = new RegionFinder((await loadGeodata()).layers);

t.test('counties, by FIPS', async (t) => {
  const county = (lat: number, lng: number) => finder.codeOf('us_county', lat, lng);
  t.equal(county(37.7749, -122.4194), '06075', 'San Francisco');
  t.equal(county(38.9072, -77.0369), '11001', 'Washington, DC');
  t.equal(county(38.0293, -78.4767), '51540', 'Charlottesville, a hole in Albemarle County');
  t.equal(county(38.1, -78.6), '51003', 'Albemarle County around it');
  t.equal(county(37.27, -79.94), '51770', 'Roanoke, beside Roanoke County');
  t.equal(county(39.29, -76.61), '24510', 'Baltimore, beside Baltimore County');
  t.equal(county(51.88, -176.65), '02016', 'Adak, in the Aleutians');
  t.equal(county(52.9, 172.9), '02016', 'Attu, east of the antimeridian');
  t.equal(county(21.3, -157.85), '15003', 'Honolulu');
  t.equal(county(48.985, -123.05), '53073', 'Point Roberts');
  t.equal(county(18.4663, -66.1057), '72127', 'San Juan, Puerto Rico');
  t.equal(county(25.79, -80.13), '12086', 'Miami Beach');
  t.equal(county(25.79, -80.09), '12086', '3 km off Miami Beach');
  t.equal(county(25.79, -79.9), null, '20 km off Miami Beach');
  t.equal(county(43.65, -79.38), null, 'Toronto');
});

t.test('towns across the border are in no county and no state, those on this side are', async (t) => {
  const abroad: [string, number, number][] = [
    ['Tijuana', 32.5027, -117.0037],
    ['Playas de Tijuana', 32.5286, -117.1196],
    ['Mexicali', 32.6519, -115.4683],
    ['Nogales, Sonora', 31.3086, -110.9422],
    ['Agua Prieta', 31.3242, -109.5486],
    ['Ciudad Juárez', 31.7202, -106.4608],
    ['Ojinaga', 29.5644, -104.4164],
    ['Ciudad Acuña', 29.3232, -100.9522],
    ['Piedras Negras', 28.7001, -100.5235],
    ['Nuevo Laredo', 27.4763, -99.5164],
    ['Reynosa', 26.0806, -98.2883],
    ['Matamoros', 25.8797, -97.5042],
    ['Windsor', 42.3001, -83.0165],
    ['Sarnia', 42.9784, -82.3823],
    ['Niagara Falls, Ontario', 43.1001, -79.0663],
    ['Fort Erie', 42.9001, -78.933],
    ['Sault Ste. Marie, Ontario', 46.5168, -84.3333],
    ['Fort Frances', 48.6171, -93.4001],
    ['Stanstead', 45.0167, -72.0989],
    ['White Rock', 49.0253, -122.8027],
  ];
  for (const [town, lat, lng] of abroad)
    for (const type of ['us_county', 'us_state'] as const) {
      t.equal(finder.codeOf(type, lat, lng), null, town);
      t.equal(finder.find(type, { lat, lng, zip: '', country: '' }), null, town);
    }
  const here: [string, number, number, string][] = [
    ['San Ysidro', 32.552, -117.0431, '06073'],
    ['El Paso', 31.7587, -106.4869, '48141'],
    ['Laredo', 27.5064, -99.5075, '48479'],
    ['Detroit', 42.3314, -83.0458, '26163'],
    ['Niagara Falls, New York', 43.0945, -79.0567, '36063'],
    ['Derby Line', 45.0048, -72.0998, '50019'],
  ];
  for (const [town, lat, lng, county] of here) t.equal(finder.codeOf('us_county', lat, lng), county, town);
});

t.test('states, by FIPS', async (t) => {
  const state = (lat: number, lng: number) => finder.codeOf('us_state', lat, lng);
  t.equal(state(37.7749, -122.4194), '06');
  t.equal(state(38.9072, -77.0369), '11');
  t.equal(state(18.4, -66.1), '72');
  t.equal(state(61.2, -149.9), '02');
  t.equal(state(45.8, -87), '26', 'Upper Michigan');
  t.equal(state(49.3, -94.9), '27', 'the Northwest Angle');
});

t.test('countries, by ISO 3166-1', async (t) => {
  const country = (lat: number, lng: number) => finder.codeOf('country', lat, lng);
  t.equal(country(-29.6, 28.2), 'LS', 'Lesotho, in South Africa');
  t.equal(country(-29.1, 26.2), 'ZA');
  t.equal(country(41.9031, 12.4534), 'VA', 'the Vatican, in Rome');
  t.equal(country(41.9022, 12.48), 'IT', 'Rome');
  t.equal(country(43.94, 12.45), 'SM');
  t.equal(country(43.7384, 7.4246), 'MC');
  t.equal(country(42.66, 21.16), 'XK', 'Pristina');
  t.equal(country(35.33, 33.32), 'CY', 'Kyrenia');
  t.equal(country(35.17, 33.36), 'CY', 'Nicosia');
  t.equal(country(9.56, 44.06), 'SO', 'Hargeisa');
  t.equal(country(45.96, 63.3), 'KZ', 'Baikonur');
  t.equal(country(19.9, -75.15), 'CU', 'Guantanamo');
  t.equal(country(-12.43, 123.58), 'AU', 'Ashmore and Cartier Islands');
  t.equal(country(49.1, -97), 'CA');
  t.equal(country(48.9, -97), 'US');
  t.equal(country(0, -150), null, 'the Pacific');
  t.equal(country(90, 0), null, 'the North Pole');
});

t.test('parts of a country with a code of their own have it', async (t) => {
  const country = (lat: number, lng: number) => finder.codeOf('country', lat, lng);
  t.equal(country(4.9, -52.3), 'GF', 'Cayenne');
  t.equal(country(16.25, -61.5), 'GP', 'Guadeloupe');
  t.equal(country(14.65, -61), 'MQ', 'Martinique');
  t.equal(country(-21.1, 55.5), 'RE', 'Réunion');
  t.equal(country(-12.8, 45.15), 'YT', 'Mayotte');
  t.equal(country(42.2, 9.1), 'FR', 'Corsica');
  t.equal(country(12.15, -68.3), 'BQ', 'Bonaire');
  t.equal(country(78.2, 15.6), 'SJ', 'Svalbard');
  t.equal(country(70.98, -8.5), 'SJ', 'Jan Mayen');
  t.equal(country(70.6, 25.5), 'NO', 'Finnmark');
  t.equal(country(-54.43, 3.38), 'BV');
  t.equal(country(-8.55, -172.5), 'TK');
  t.equal(country(-10.49, 105.63), 'CX');
  t.equal(country(-12.19, 96.83), 'CC');
});

t.test('all countries of ISO 3166-1 have an area, and Kosovo', async (t) => {
  // Small ones among 249 countries, which other tests find by code.
  const missing = [
    'VA',
    'MC',
    'SM',
    'LI',
    'GI',
    'TV',
    'NR',
    'TK',
    'PN',
    'BV',
    'HM',
    'IO',
    'UM',
    'MO',
    'XK',
    'AX',
    'SX',
    'MF',
    'BL',
  ].filter((code) => finder.geometryOf(`natural-earth/country/${code}`) === null);
  t.same(missing, []);
});

t.test('countries run over the antimeridian and around the South Pole', async (t) => {
  const country = (lat: number, lng: number) => finder.codeOf('country', lat, lng);
  for (const lng of [180, -180]) {
    t.equal(country(66, lng), 'RU');
    t.equal(country(71.2, lng), 'RU', 'Wrangel Island');
    t.equal(country(-16.8, lng), 'FJ', 'Taveuni');
    t.equal(country(-85, lng), 'AQ');
  }
  t.equal(country(66, 179), 'RU');
  t.equal(country(66, -175), 'RU');
  t.equal(country(65, -168), 'US', 'across the Bering Strait');
  t.equal(country(-90, 0), 'AQ');
  t.equal(country(-89.9, 120), 'AQ');
});

t.test('no edge of any area spans more than half the world, but along the South Pole', async (t) => {
  for (const code of ['RU', 'FJ', 'AQ', 'NZ', 'US', 'KI']) {
    const { coordinates } = finder.geometryOf(`natural-earth/country/${code}`)!;
    const long = coordinates
      .flat()
      .flatMap((ring) =>
        ring.filter(([lng, lat], at) => at > 0 && Math.abs(lng! - ring[at - 1]![0]!) > 180 && lat !== -90),
      );
    t.same(long, [], code);
  }
});

t.test('Australian states, by their abbreviations', async (t) => {
  const state = (lat: number, lng: number) => finder.codeOf('au_state', lat, lng);
  t.equal(state(-35.28, 149.13), 'ACT', 'Canberra, in New South Wales');
  t.equal(state(-35.3, 148), 'NSW');
  t.equal(state(-35.14, 150.7), 'ACT', 'Jervis Bay');
  t.equal(state(-33.87, 151.21), 'NSW', 'Sydney');
  t.equal(state(-37.81, 144.96), 'VIC', 'Melbourne');
  t.equal(state(-27.47, 153.03), 'QLD', 'Brisbane');
  t.equal(state(-34.93, 138.6), 'SA', 'Adelaide');
  t.equal(state(-32.05, 115.74), 'WA', 'Fremantle');
  t.equal(state(-42.88, 147.33), 'TAS', 'Hobart');
  t.equal(state(-12.46, 130.84), 'NT', 'Darwin, on the coast');
  t.equal(state(-28.64, 153.61), 'NSW', 'Byron Bay, the easternmost town');
  t.equal(state(-36.12, 146.88), 'VIC', 'Wodonga, south of the Murray');
  t.equal(state(-10.58, 142.22), 'QLD', 'Thursday Island');
  t.equal(state(-31.55, 159.08), 'NSW', 'Lord Howe Island');
  t.equal(state(-41.3, 174.8), null, 'Wellington');
});
