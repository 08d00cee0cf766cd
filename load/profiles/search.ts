import { below, get, type Here, mustHave, pick, type Scenario, type Share } from './script.js';
import { RARE_CATEGORY } from './seeded-maps.js';

/** Parts of names, streets and remarks of people-rows.ts, as people type them. */
const WORDS = ['bäcker', 'garage', 'straße', 'église', 'çarşı', 'libreria', 'аптек', 'town lib', '書店'];
const CATEGORIES = ['Bäckerei', 'Café', 'Retail, wholesale', 'Аптека', 'Office'];
/** Degrees: a city with its surroundings. */
const BOX = 0.5;

const foundSome = mustHave('"data":[{');

const search = (
  kind: string,
  query: (here: Here) => Record<string, string>,
  defect?: typeof foundSome,
): Scenario =>
  get(
    kind,
    (here) => {
      const parameters = new URLSearchParams(query(here));
      return `/maps/${pick(here, here.seeded.maps).id}/markers/search?${parameters}`;
    },
    defect,
  );

const lat = (here: Here): number => here.random() * 139 - 60;
const lng = (here: Here): number => here.random() * 359 - 180;

const inBox = search('search box', (here) => {
  const [south, west] = [lat(here), lng(here)];
  return { bounds: [south, west, south + BOX, west + BOX].join() };
});
const inCircle = search('search circle', (here) => ({
  near: `${lat(here)},${lng(here)},${pick(here, [5, 50])}`,
}));
const byCategory = search('search category', (here) => ({ category: pick(here, CATEGORIES) }));
const byWord = search('search word', (here) => ({ q: pick(here, WORDS) }), foundSome);
/** The number of a name: one marker, or the few with these digits elsewhere. */
const byNumber = search('search rare text', (here) => ({ q: `${1000 + below(here, 9000)}` }));
/** Two letters, which no trigram index covers. */
const byHan = search('search Chinese', () => ({ q: '中文' }), foundSome);
const byWordInCategory = search('search word in category', (here) => ({
  q: pick(here, WORDS),
  category: pick(here, [...CATEGORIES, RARE_CATEGORY]),
}));

/** Mostly boxes, which a map on a screen requests again and again. */
export const SEARCH: readonly Share[] = [
  [35, inBox],
  [15, inCircle],
  [10, byCategory],
  [15, byWord],
  [10, byNumber],
  [5, byHan],
  [10, byWordInCategory],
];
