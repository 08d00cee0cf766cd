import type { FieldLabel } from './labels.js';
import { conceptsOf, type Rank, type Reading } from './reading.js';
import { roleOf } from './roles.js';
import type { Word } from './tokens.js';
import type { Concept } from './vocabulary/concepts.js';
import type { Language } from './vocabulary/index.js';

/** Parties to a business: their names are names, their numbers are not codes of places. */
const PARTIES = new Set(
  'customer client kunde kunden cliente klant member mitglied socio lid supplier lieferant fournisseur fornitore fornecedor proveedor leverancier vendor partner merchant tenant adherent user person student patient agent event project'.split(
    ' ',
  ),
);
/** Words that are the kind of a thing wherever they stand; other words of the concept `kind` come second. */
const MAIN_KINDS = new Set(
  'category categories kategorie categorie categoria type typ tipo tipologia tipologie typologie art soort kind categorias genre primarycategory maincategory categoryname'.split(
    ' ',
  ),
);
/** `Address Line Two`, `Adresszeile II`. */
const LINE_NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  ii: 2,
  iii: 3,
  zwei: 2,
  deux: 2,
  dos: 2,
  due: 2,
  dois: 2,
  twee: 2,
};
/** Of the words for persons in charge only these may name a row that nothing else names. */
const CONTACTS = /^(?:contac|contat|kontakt|ansprech)/;
/** Neither help nor harm. */
const NEUTRAL: readonly Concept[] = ['stop', 'plain', 'site', 'alternative', 'outlet'];
/** Concepts that are none of the fields, whatever stands beside them. */
const BLOCKING: readonly Concept[] = [
  'phone',
  'email',
  'website',
  'hours',
  'date',
  'count',
  'quantity',
  'flag',
  'person',
  'description',
];
/** A start or an end of a trip, not of a period, when a place stands beside it. */
const ENDPOINTS: Readonly<Record<string, Concept>> = {
  start: 'origin',
  from: 'origin',
  begin: 'origin',
  von: 'origin',
  debut: 'origin',
  inicio: 'origin',
  inizio: 'origin',
  end: 'destination',
  to: 'destination',
  until: 'destination',
  bis: 'destination',
  fin: 'destination',
  fim: 'destination',
  fine: 'destination',
  ende: 'destination',
}; // prettier-ignore
const LEVELS: readonly (readonly [Concept, Rank])[] = [
  ['settlement', 4],
  ['locality', 4],
  ['municipality', 3],
  ['level2', 2],
  ['level1', 1],
  ['region', 1.5],
];
const PLACE: readonly Concept[] = [
  'lat',
  'lng',
  'xaxis',
  'yaxis',
  'coordinates',
  'address',
  'street',
  'settlement',
  'municipality',
  'zip',
  'name',
  'entity',
  'level1',
  'country',
  'location',
  'locality',
  'level2',
]; // prettier-ignore

/** Reads a header that has been split into words. `prefixes` are unknown first words that several headers share. */
export function readHeader(
  words: readonly Word[],
  language: Language | null,
  prefixes: ReadonlySet<string>,
): Reading {
  const fields = new Map<FieldLabel, number>();
  const reading: Reading = {
    fields,
    levels: [],
    role: 'neutral',
    blocked: false,
    unknown: false,
    houseNumber: 0,
    line: 0,
    coded: false,
    axis: null,
    measure: false,
    words,
  }; // prettier-ignore
  const concepts = new Set<Concept>();
  let unknown = 0;
  for (const [at, word] of words.entries()) {
    const own = conceptsOf(word, language);
    for (const concept of own) concepts.add(concept);
    const line = LINE_NUMBERS[word.key] ?? (/^\d$/.test(word.key) ? Number(word.key) : 0);
    if (line > 0 && words.length > 1) reading.line = line;
    else if (own.length === 0 && !(at === 0 && prefixes.has(word.key)) && word.key.length > 1) unknown++;
  }
  const has = (...some: readonly Concept[]): boolean => some.some((concept) => concepts.has(concept));
  if (has('date') && has(...PLACE)) {
    const ends = words.map(({ key }) => ENDPOINTS[key]).filter((end) => end !== undefined);
    if (ends.length > 0) {
      concepts.delete('date');
      for (const end of ends) concepts.add(end);
    }
  }
  // `DESCRIZIONE COMUNE`, `county_desc`: the text of a coded value, not prose about it.
  const labelled = has('settlement', 'municipality', 'level1', 'level2', 'region', 'country', 'kind');
  if (has('description') && (labelled || (language === 'it' && has('entity'))))
    concepts.delete('description');
  // Brazilian registers begin names with NO_ (`NO_ENTIDADE`), which is a number elsewhere.
  const isNoPrefix = language === 'pt' && words[0]?.key === 'no' && words.length > 1;
  if (isNoPrefix && !has('street', 'address', 'houseno')) {
    concepts.delete('number');
    concepts.add('name');
  }
  reading.role = roleOf(concepts);
  const known = [...concepts].filter((concept) => !NEUTRAL.includes(concept));
  const claim = (field: FieldLabel, strength: number): void => {
    const value = strength - Math.min(0.36, 0.12 * unknown);
    if (value > (fields.get(field) ?? 0)) fields.set(field, value);
  };
  const block = (): Reading => {
    reading.blocked = true;
    fields.clear();
    return reading;
  };
  if (
    known.length === 0 &&
    (unknown > 0 || words.length === 0 || words.every(({ key }) => /^\d+$/.test(key)))
  ) {
    reading.unknown = true;
    if (/^\d$/.test(words.at(-1)?.key ?? '')) reading.axis = null;
    return reading;
  }

  // Coordinates.
  if (has('lat') && has('lng')) {
    claim('lat_lng', 0.95);
    return reading;
  }
  if (has('lat', 'lng') && !has('radius', 'count')) {
    claim(has('lat') ? 'lat' : 'lng', has('projected') ? 0.8 : 0.95);
    // `Breite`, `lengte` measure things as well as places.
    reading.measure = has('width', 'height', 'quantity') && !has('plain');
    if (has('url', 'status', 'kind', 'date', 'hours', 'phone', 'email')) return block();
    return reading;
  }
  if (has('xaxis', 'yaxis') || (has('north', 'east') && !has('entity', 'street'))) {
    reading.axis = has('xaxis', 'east') ? 'x' : 'y';
    claim('lat', 0.5);
    claim('lng', 0.5);
    return reading;
  }
  if (has('coordinates')) {
    if (has('kind', 'status', 'date', 'count', 'flag', 'id')) return block();
    claim('lat_lng', 0.85);
    // `coordinates/0`, `geometry.coordinates[1]`
    if (/^[01]$/.test(words.at(-1)!.key)) {
      reading.axis = words.at(-1)!.key === '0' ? 'x' : 'y';
      claim('lat', 0.5);
      claim('lng', 0.5);
    }
    if (has('location') || known.length === 1) claim('full_address', 0.3);
    return reading;
  }
  if (has('projected')) return block();

  // Picture, video, colour, reach, expiry.
  if (has('photo') && has('width')) claim('photo_width', 0.9);
  if (has('photo') && has('height')) claim('photo_height', 0.9);
  if (has('video') && has('width')) claim('video_width', 0.9);
  if (has('video') && has('height')) claim('video_height', 0.9);
  if (has('width', 'height')) return fields.size > 0 ? reading : block();
  if (has('expire')) {
    if (!has('owner', 'phone', 'count')) claim('expire', 0.9);
    return fields.size > 0 ? reading : block();
  }
  if (has('drivetime')) {
    claim('drive_time', 0.85);
    return reading;
  }
  if (has('radius')) {
    if (unknown === 0 && !has('entity')) claim('radius', 0.85);
    return fields.size > 0 ? reading : block();
  }
  if (has('photo') && !has('date', 'contact', 'description', 'count', 'flag', 'name', 'kind', 'status')) {
    claim(
      'photo_url',
      words.some(
        ({ key }) => key === 'logo' || key.startsWith('thumb') || key === 'avatar' || key.startsWith('icon'),
      )
        ? 0.75
        : 0.9,
    );
    return reading;
  }
  if (has('video')) {
    claim('videosite_id', 0.8);
    return reading;
  }
  if (has('color') && !has('count')) {
    claim('color', has('entity') || unknown > 0 ? 0.6 : 0.9);
    return reading;
  }
  if (has('filename', 'url', 'index')) return block();

  const place = has(
    'address',
    'street',
    'settlement',
    'municipality',
    'locality',
    'zip',
    'country',
    'level1',
    'level2',
    'line2',
    'houseno',
  );
  if (
    has(...BLOCKING) &&
    !(has('kind', 'country', 'zip') && !has('phone', 'count', 'quantity', 'date', 'hours'))
  ) {
    // `principal` is a head teacher and a main address; a word that is both loses to the place beside it.
    const doubtful = words.every((word) => {
      const own = conceptsOf(word, language);
      return (
        own.length === 0 ||
        !own.some((concept) => BLOCKING.includes(concept)) ||
        own.some((concept) => !BLOCKING.includes(concept))
      );
    });
    if (!(doubtful && (place || has('name', 'entity', 'org')))) return block();
  }

  // Numbers and codes.
  if (has('houseno')) {
    reading.houseNumber = 0.9;
    claim('street', has('street') ? 0.6 : 0.2);
    return reading;
  }
  const numbered = has('number', 'id', 'code', 'registry');
  if (has('number') && !has('code', 'id') && has('street', 'address') && !has('name')) {
    reading.houseNumber = 0.7;
    claim('street', 0.85);
    return reading;
  }
  if (numbered && !has('kind')) {
    if (has('zip')) claim('zip', 0.9);
    else if (has('country', 'land')) claim('country', 0.72);
    else if (has('level1', 'level2', 'region') && !has('municipality', 'settlement')) {
      reading.coded = true;
      addLevels();
    } else if (has('municipality', 'settlement', 'locality', 'neighbourhood', 'street', 'address')) {
      reading.coded = true;
      return block();
    } else if (has('registry')) return block();
    else if (has('name') && has('entity', 'org')) claim('name', 0.6);
    else if (has('outlet') && !words.some(({ key }) => PARTIES.has(key))) {
      claim('location_code', has('id') && !has('number', 'code') ? 0.72 : 0.85);
    } else if (has('number') && known.length === 1 && words.length === 1) {
      reading.houseNumber = 0.55;
    }
    if (fields.size === 0 && reading.houseNumber === 0 && reading.levels.length === 0) return block();
    return reading;
  }

  // Kind.
  if (has('kind')) {
    if (has('owner', 'contact', 'person', 'street', 'houseno', 'phone', 'date', 'count')) return block();
    if (has('address') && words.length > 1) return block();
    const main = words.some(({ key }) => MAIN_KINDS.has(key) || MAIN_KINDS.has(key.replace(/s$/, '')));
    const minor =
      reading.line > 1 ||
      has('code', 'other') ||
      words.some(
        ({ key }) =>
          key.startsWith('sub') ||
          key.startsWith('tag') ||
          key.startsWith('unter') ||
          key.startsWith('sotto'),
      );
    claim('category', (main ? 0.92 : 0.84) - (minor ? 0.25 : 0) - (has('id', 'number') ? 0.3 : 0));
    if (has('entity', 'org') && !main && known.length > 1) claim('name', 0.35);
    return reading;
  }
  if (has('kindof')) claim('category', has('entity', 'org') ? 0.72 : 0.52);
  if (has('brand')) {
    claim('category', 0.58);
    claim('name', has('name') ? 0.5 : 0.42);
    return reading;
  }
  if (has('territory')) claim('category', 0.5);

  // Where.
  if (has('line2') || (has('address', 'street') && reading.line === 2)) {
    claim('street2', 0.9);
    return reading;
  }
  if (has('address', 'street') && reading.line > 2) return block();
  const levels = addLevels();
  if (has('zip') && !levels) {
    claim('zip', has('name') ? 0.6 : 0.95);
    // `Ufficio postale`, `Postal station`
    if (has('entity')) claim('name', 0.5);
  }
  if (has('zip') && levels) {
    // `PLZ Ort`: both in one cell is neither.
    reading.levels.length = 0;
    // Of `CP_ville` and `PLZ/Ort` the values tell which; without values neither is taken for a postal code.
    claim('zip', words.some(({ key }) => key === 'code' || key === 'postal') ? 0.7 : 0.54);
    return reading;
  }
  if ((has('country') || has('land')) && !has('settlement', 'municipality')) {
    claim('country', has('level1') && !has('country') ? 0.6 : 0.93);
    if (has('land') && !has('country')) reading.levels.push({ rank: 1, strength: 0.55, word: 'land' });
  }
  if (has('street') && !levels && !has('zip', 'country')) claim('street', reading.line === 1 ? 0.97 : 0.95);
  if (has('address') && !levels && !has('zip', 'country') && !has('street')) {
    const full = words.some(({ key }) => /full|voll|complet|compl|single|formatted|gesamt/.test(key));
    claim('street', full ? 0.7 : reading.line === 1 ? 0.96 : 0.9);
    claim('full_address', full ? 0.93 : 0.88);
    if (has('name') && !has('street')) claim('name', 0.3);
    return reading;
  }
  if (has('location') && fields.size === 0 && !levels && !numbered) {
    claim('lat_lng', 0.75);
    claim('full_address', 0.7);
    claim('street', 0.55);
    if (words.length === 1) claim('city', 0.5);
    claim('name', has('name') ? 0.88 : 0.5);
    return reading;
  }

  // What it is called.
  if (fields.size === 0 || (fields.size === 1 && fields.has('category'))) addNames();
  if (has('status') && fields.size === 0) claim('category', known.length === 1 && unknown === 0 ? 0.42 : 0.2);
  if (has('neighbourhood') && reading.levels.length === 0 && !has('name', 'entity')) {
    fields.clear();
    claim('name', 0.3);
  }
  if (fields.size === 0 && reading.levels.length === 0) reading.blocked = true;
  return reading;

  function addNames(): void {
    // `entidad` is a state or an organisation.
    const either = words.length === 1 && has('org');
    if ((levels && !either) || has('zip', 'country', 'street')) return;
    if (has('last')) claim('name', 0.55);
    else if (has('first'))
      claim('name', has('name') && !has('entity', 'org') && !has('contact') ? 0.45 : 0.44);
    else if (has('neighbourhood')) claim('name', 0.35);
    else if (has('contact') && words.some(({ key }) => CONTACTS.test(key))) claim('name', 0.4);
    else if (has('owner')) claim('name', 0.52);
    else if (has('fullname')) claim('name', 0.7);
    else if (has('name')) {
      const secondary = reading.line > 1 ? 0.4 : 0;
      claim('name', (has('entity', 'org') ? 0.97 : 0.96) - secondary - (has('alternative') ? 0.12 : 0));
      // `LA name`, `gem_naam`: the name of something else, perhaps.
      if (unknown > 0 && !has('entity', 'org')) fields.set('name', fields.get('name')! - 0.12);
    } else if (has('org')) claim('name', 0.88 - (reading.line > 1 ? 0.4 : 0));
    else if (has('entity')) claim('name', 0.78 - (reading.line > 1 ? 0.3 : 0));
  }

  function addLevels(): boolean {
    for (const [concept, rank] of LEVELS) {
      if (!concepts.has(concept)) continue;
      const carrier = words.find((word) => conceptsOf(word, language).includes(concept));
      // The finest level of `Stadt/Gemeinde` counts; `city, state` together are one cell of both.
      if (reading.levels.length > 0) {
        if (rank <= 1.5 && reading.levels[0]!.rank >= 3 && words.length < 4) {
          reading.levels.length = 0;
          return true;
        }
        continue;
      }
      const strength =
        0.93 - Math.min(0.36, 0.12 * unknown) - (reading.coded ? 0.3 : 0) - (has('alternative') ? 0.05 : 0);
      reading.levels.push({ rank, strength, word: carrier?.key ?? '' });
    }
    return reading.levels.length > 0;
  }
}
