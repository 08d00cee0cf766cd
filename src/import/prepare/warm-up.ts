import { type Geodata, NO_GEODATA } from '../../geo/geodata.js';
import { newSeed } from '../../markers/duplicate-key.js';
import { mapColumns } from '../columns/mapping.js';
import { completeOptions } from '../options.js';
import type { ImportPlan, ImportTask } from '../task.js';
import { SharedMemory } from './block-memory.js';
import { completeLines } from './complete-lines.js';
import { type MetBlock, prepareBlock } from './prepare-block.js';

/**
 * After these a slice takes 1 to 3 ms instead of 30: V8 has compiled what a block runs through. 0.2 s of
 * processor time in all.
 */
export const WARM_UP_SLICES = 32;
/** Rows of a slice, which bound how long a task that arrives meanwhile waits. */
const ROWS = 500;

interface Sample {
  bytes: Buffer;
  plan: ImportPlan;
}

const CITIES = ['Springfield', 'München', '大阪', 'Łódź', ' Paris '];
const COUNTRIES = ['USA', 'Deutschland', 'Polska', 'France', 'España'];
const CATEGORIES = ['Office', 'Café', '"Retail, wholesale"', 'Øl'];

/**
 * Rows as most files have them, by the paths that blocks take: plain ASCII, quotes and accents, JSON,
 * addresses.
 */
const samples: readonly Sample[] = [
  csvSample((i) => `Place ${i}`),
  csvSample((i) => `"Café ""${i}"", 東京 😀"`),
  jsonSample(),
  addressSample(),
];

const memory = new SharedMemory();
/** Times are no whole numbers: V8 keeps these in another way. */
const TIMES = { placingMs: 0.5, parsingMs: 0.5, meetingMs: 0.5 };

/**
 * One short piece of made-up work for a thread that has nothing to do: compiles what a block of an import
 * runs through.
 */
export function warmUpSlice(slice: number, geodata: Geodata = NO_GEODATA): void {
  const knowsPlaces = geodata.gazetteer.byteLength > 0;
  const { bytes, plan } = samples[slice % (knowsPlaces ? samples.length : samples.length - 1)]!;
  const block = {
    index: 0,
    startByte: 0,
    endByte: bytes.length,
    firstRecord: 0,
    records: ROWS,
    firstLine: 2,
  };
  const context = {
    plan,
    mapId: 1,
    firstMarkerId: 1,
    palette: new Set(['red']),
    seed: newSeed(),
    geodata,
    nowMs: Date.now(),
  };
  // V8 compiles for the shapes that objects have: those of tasks that come from the database by way of
  // another thread.
  const task = structuredClone({
    block: asStored(block),
    context: { ...context, plan: asStored(plan) },
    memory: memory.take(block),
  });
  const prepared = prepareBlock(Buffer.from(bytes), task.block, task.context, task.memory!);
  if (prepared.rows !== ROWS) throw new Error(`only ${prepared.rows} of ${ROWS} rows were prepared`);
  const met: MetBlock = {
    ...prepared,
    existing: null,
    ...TIMES,
    memory: task.memory,
  };
  const styles = { ...prepared.styles, colors: prepared.styles.colors.map(() => 'red') };
  completeLines(structuredClone({ ...met, styles }), new Uint8Array(ROWS).fill(1));
  memory.give(task.memory);
}

/** With its members in the order of jsonb: shorter names come first. */
function asStored<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(asStored) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, asStored(member)])) as Value;
}

function csvSample(nameOf: (i: number) => string): Sample {
  const headers = 'name,lat,lng,street,city,zip,country,category,Phone,Notes'.split(',');
  const lines = Array.from({ length: ROWS }, (_, i) =>
    [
      nameOf(i),
      (i * 0.17 - 42.5).toFixed(6),
      (i * 0.71 - 177.5).toFixed(6),
      i % 4 === 0 ? '' : `"${i} Main Street, ""rear"""`,
      i % 3 === 0 ? '' : CITIES[i % CITIES.length],
      i % 5 === 0 ? '' : 10_000 + i,
      i % 3 === 1 ? '' : COUNTRIES[i % COUNTRIES.length],
      i % 7 === 0 ? '' : CATEGORIES[i % CATEGORIES.length],
      `+49 ${1000 + i * 7919}`,
      i % 2 === 0 ? '' : `"Señor ""${i}"", 2º piso"`,
    ].join(),
  );
  const mapping = mapColumns({ headers }).map((column) => ({ ...column, confidence: 0.5 }));
  return { bytes: Buffer.from(`${lines.join('\n')}\n`), plan: { ...planOf('csv', ','), mapping } };
}

/** Places that do not change, as areas by zip and by point, and as pins by city and by state. */
function addressSample(): Sample {
  const rows = [
    'us_zip,94103,San Francisco,CA,US',
    'us_county,,Chicago,Illinois,USA',
    'country,,München,,Germany',
    'pin,,,Texas,United States',
    'pin,75001,Paris,,FR',
  ];
  const lines = Array.from({ length: ROWS }, (_, i) => `Place ${i},${rows[i % rows.length]}\n`);
  const mapping = mapColumns({ headers: 'name,Marker Type,zip,city,state,country'.split(',') });
  return { bytes: Buffer.from(lines.join('')), plan: { ...planOf('csv', ','), mapping } };
}

function jsonSample(): Sample {
  const markers = Array.from({ length: ROWS }, (_, i) => ({
    name: `Place ${i}`,
    lat: i * 0.17 - 42.5,
    lng: i * 0.71 - 177.5,
    category: `Category ${i % 5}`,
    address: { street: `${i} Main Street`, city: `City ${i}`, zip: String(10_000 + i) },
    custom_fields: { Phone: `555-${1000 + i}` },
  }));
  // A block of JSON is the elements without the brackets.
  return { bytes: Buffer.from(JSON.stringify(markers).slice(1, -1)), plan: planOf('json', '') };
}

function planOf(format: ImportPlan['format'], delimiter: string): ImportTask {
  const none = {
    blocks: [],
    unnamed: [],
    choropleth: null,
    demographics: [],
    receivingMs: 0.5,
    shownOptions: {},
  };
  return { format, encoding: 'utf-8', delimiter, mapping: [], options: completeOptions({}), ...none };
}
