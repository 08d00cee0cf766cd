import { type Geodata, NO_GEODATA } from '../../geo/geodata.js';
import { mapColumns } from '../columns/mapping.js';
import { completeOptions } from '../options.js';
import type { ImportPlan } from '../task.js';
import { completeLines } from './complete-lines.js';
import { newSeed } from './duplicate-key.js';
import { prepareBlock } from './prepare-block.js';

/** After these a slice takes 1 to 3 ms instead of 30: V8 has compiled what a block runs through. 0.2 s of processor time in all. */
export const WARM_UP_SLICES = 32;
/** Rows of a slice, which bound how long a task that arrives meanwhile waits. */
const ROWS = 500;

interface Sample {
  bytes: Buffer;
  plan: ImportPlan;
}

/** Rows as most files have them, by the paths that blocks take: plain ASCII, quotes and accents, JSON, addresses. */
const samples: readonly Sample[] = [
  csvSample((i) => `Place ${i}`),
  csvSample((i) => `"Café ""${i}"", Straße"`),
  jsonSample(),
  addressSample(),
];

/** One short piece of made-up work for a thread that has nothing to do: compiles what a block of an import runs through. */
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
  };
  const prepared = prepareBlock(Buffer.from(bytes), block, context);
  if (prepared.rows !== ROWS) throw new Error(`only ${prepared.rows} of ${ROWS} rows were prepared`);
  completeLines(prepared, new Uint8Array(ROWS).fill(1));
}

function csvSample(nameOf: (i: number) => string): Sample {
  const headers = 'name,lat,lng,street,city,state,zip,category,Phone,Account'.split(',');
  const lines = Array.from(
    { length: ROWS },
    (_, i) =>
      `${nameOf(i)},${(i * 0.17 - 42.5).toFixed(6)},${(i * 0.71 - 177.5).toFixed(6)},${i} Main Street,City ${i},` +
      `CA,${10_000 + i},Category ${i % 5},555-${1000 + i},A-${i * 7919}\n`,
  );
  const mapping = mapColumns({ headers });
  return { bytes: Buffer.from(lines.join('')), plan: { ...planOf('csv', ','), mapping } };
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

function planOf(format: ImportPlan['format'], delimiter: string): ImportPlan {
  return { format, encoding: 'utf-8', delimiter, mapping: [], options: completeOptions({}) };
}
