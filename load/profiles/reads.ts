import { get, type Here, pick, type Scenario, type Share } from './script.js';

/** Pages of a list that a client follows. */
const PAGES = 3;

const mapPath = (here: Here): string => `/maps/${pick(here, here.seeded.maps).id}`;

const readMe = get('GET me', () => '/me');
const readMap = get('GET map', mapPath);
const readCategories = get('GET categories', (here) => `${mapPath(here)}/categories`);
const readFields = get('GET fields', (here) => `${mapPath(here)}/fields`);

/** A map of a few hundred markers as a file. */
const exportSmall = get('export', ({ seeded }) => `/maps/${seeded.smallMapId}/markers.csv`);

const readMarker = get('GET marker', (here) => {
  const { id, markerIds } = pick(here, here.seeded.maps);
  return `/maps/${id}/markers/${pick(here, markerIds)}`;
});

/** Searched as text: parsing the page as JSON would be most of the generator's work. */
const tokenOf = (body: string): string | null => /"next_page_token":"([^"]+)"/.exec(body)?.[1] ?? null;

const readPages: Scenario = async (here) => {
  const path = `${mapPath(here)}/markers`;
  let token: string | null = '';
  for (let page = 0; page < PAGES && token !== null; page++) {
    const query: string = token === '' ? '' : `?page_token=${encodeURIComponent(token)}`;
    const answer = await here.send({ kind: 'page of 100', path: path + query });
    if (!answer.ok) return;
    token = tokenOf(answer.body);
  }
};

/**
 * Reads of a client that shows maps: mostly pages and single markers, a file now and then. A draw of pages
 * takes three requests.
 */
export const READS: readonly Share[] = [
  [20, readMe],
  [20, readMap],
  [15, readPages],
  [30, readMarker],
  [7, readCategories],
  [7, readFields],
  [1, exportSmall],
];
