import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Geocoder } from '../../src/geo/gazetteer/geocoder.js';
import { RegionFinder } from '../../src/geo/regions/region-finder.js';
import { loadGeodata } from '../../src/world/geodata/load.js';
import { figure, inRounds, median, report, roundsOr } from '../measure.js';

const PROGRAM = fileURLToPath(import.meta.url);
const ROUNDS = 5;
const MB = 1024 * 1024;

/** JSON that a process of its own prints: the memory is the increase. */
interface StartUp {
  readonly loadMs: number;
  /** State of the kernels, with a first look-up of each. */
  readonly kernelsMs: number;
  readonly sharedMb: number;
  readonly rssMb: number;
}

/** Start-up time and memory of the geodata in an otherwise empty process. */
export async function benchStartUp(): Promise<void> {
  const start = async (): Promise<StartUp> =>
    JSON.parse((await promisify(execFile)(process.execPath, [PROGRAM])).stdout);
  const { runs } = await inRounds(roundsOr(ROUNDS), { runs: start });
  const medianOf = (of: keyof StartUp): number => median(runs.map((run) => run[of]));
  report(`places: geodata of a new process, medians of ${runs.length}`, [
    figure('reading it', medianOf('loadMs'), 'ms (goal 300)'),
    figure('the first look-ups of a thread', medianOf('kernelsMs'), 'ms'),
    figure('shared memory', medianOf('sharedMb'), 'MB'),
    figure('resident memory with one thread’s kernels', medianOf('rssMb'), 'MB more (goal 150)'),
  ]);
}

async function startUp(): Promise<StartUp> {
  const rssBefore = process.memoryUsage.rss();
  const begin = performance.now();
  const geodata = await loadGeodata();
  const loaded = performance.now();
  const regions = new RegionFinder(geodata.layers);
  const query = { street: '', city: 'Columbus', county: '', state: 'OH', country: 'US', zip: '43004' };
  new Geocoder(geodata.gazetteer).locate(query, null);
  regions.find('us_county', { lat: 40, lng: -82.9, zip: '', country: 'US' });
  const kernelsMs = performance.now() - loaded;
  const layers = Object.values(geodata.layers).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return {
    loadMs: loaded - begin,
    kernelsMs,
    sharedMb: (geodata.gazetteer.byteLength + layers) / MB,
    rssMb: (process.memoryUsage.rss() - rssBefore) / MB,
  };
}

if (process.argv[1] === PROGRAM) process.stdout.write(JSON.stringify(await startUp()));
