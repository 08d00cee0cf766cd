import t from 'tap';
import { createRandom } from '../../load/seeded-csv.js';
import type { BulkMeta } from '../../src/import/options.js';
import { listMarkers } from '../../src/store/markers.js';
import { sharedImportBench } from '../support/import.js';
import { parseMarker } from '../support/parse-marker.js';

const WEEKS = 10;
/** Rows of the first week. */
const ROWS = process.env.METAMORPHIC_RUNS === undefined ? 40 : 4000;

const bench = await sharedImportBench(t);
const { sql } = bench;

interface Customer {
  code: string;
  /** The file has lost the code this week. */
  isLost: boolean;
  name: string;
  lat: number;
  lng: number;
  note: string;
}

/** A file of customers that somebody keeps, which all have codes with one beginning. */
class Customers {
  readonly #random: () => number;
  readonly #below: (n: number) => number;
  readonly #beginning: string;
  #made = 0;
  list: Customer[];

  constructor(random: () => number, beginning: string, rows: number) {
    this.#random = random;
    this.#below = (n) => Math.floor(random() * n);
    this.#beginning = beginning;
    this.list = Array.from({ length: rows }, () => this.#make());
  }

  #place() {
    return {
      lat: (this.#below(160_000) - 80_000) / 1000,
      lng: (this.#below(340_000) - 170_000) / 1000,
    };
  }

  #make(): Customer {
    const code = `${this.#beginning}${++this.#made}`;
    return { code, isLost: false, name: `Customer ${code}`, ...this.#place(), note: 'first' };
  }

  /** A week passes. @returns customers that are gone */
  pass(week: number): Customer[] {
    for (const each of this.list) {
      if (this.#below(20) === 0) each.name = `Renamed ${week} ${each.code}`;
      if (this.#below(20) === 0) Object.assign(each, this.#place());
      if (this.#below(20) === 0) each.note = `week ${week}`;
    }
    const gone = this.list.filter(() => this.#below(20) === 0);
    this.list = [...this.list.filter((each) => !gone.includes(each)), this.#make(), this.#make()];
    return gone;
  }

  /** In another order each time. @param losesCodes some of the codes are left out */
  file({ losesCodes = true } = {}): string {
    for (const each of this.list) each.isLost = losesCodes && this.#below(20) === 0;
    const shuffled = this.list.map((each) => ({ each, at: this.#random() })).sort((a, b) => a.at - b.at);
    const rows = shuffled.map(
      ({ each: { code, isLost, name, lat, lng, note } }) =>
        `${name},${lat},${lng},${isLost ? '' : code},${note}\n`,
    );
    return `name,lat,lng,location_code,Note\n${rows.join('')}`;
  }
}

const BY_CODE: BulkMeta = { match: 'location_code' };
const seed = process.env.METAMORPHIC_RUNS === undefined ? 5 : Math.floor(Math.random() * 2 ** 31);

const lineOf = ({ name, lat, lng, note }: Omit<Customer, 'code' | 'isLost'>): string =>
  `${name},${lat},${lng},${note}`;
const markersOf = async (mapId: number) =>
  (await listMarkers(sql, mapId, 0, 100 * ROWS)).map(parseMarker).map((marker) => ({
    ...marker,
    note: marker.custom_fields.Note as string,
    code: (marker as { location_code?: string }).location_code ?? '',
  }));
/** All of a map that an import can change, but for the times of changes. */
const stateOf = async (mapId: number): Promise<unknown[]> =>
  (
    await sql`SELECT to_jsonb(m) - '{updated_at,written}'::text[] AS marker FROM markers m WHERE map_id = ${mapId} ORDER BY id`
  ).map(({ marker }) => marker);

t.test(
  'after ten weeks of changed files a map has the rows of the last one, and after ten undos the first map',
  async (t) => {
    t.comment(`seed ${seed}`);
    const random = createRandom(seed);
    const customers = new Customers(random, 'C', ROWS);
    const mapId = await bench.createMap();
    const weeks: { jobId: string; before: unknown[] }[] = [];
    for (let week = 0; week <= WEEKS; week++) {
      if (week > 0) customers.pass(week);
      const before = await stateOf(mapId);
      const blockBytes = 1 + Math.floor(random() * 20 * ROWS);
      const job = await bench.importText(mapId, customers.file(), {
        ...BY_CODE,
        missing: 'delete',
        blockBytes,
      });
      const { list } = customers;
      t.match(job, { status: 'completed', error_count: 0, total: list.length }, `week ${week}`);
      if (week > 0) weeks.push({ jobId: job.job_id, before });
      const markers = await markersOf(mapId);
      t.same(markers.map(lineOf).sort(), list.map(lineOf).sort());
      const codes = new Map(markers.map(({ name, code }) => [name, code]));
      t.ok(
        list.every(({ isLost, name, code }) => isLost || codes.get(name) === code),
        'each has its code',
      );
    }
    for (const { jobId, before } of weeks.reverse()) {
      t.match(await bench.undo(jobId), { status: 'completed', skipped: 0 });
      t.same(await stateOf(mapId), before);
    }
  },
);

t.test('two files with codes of their own share a map while neither deletes', async (t) => {
  t.comment(`seed ${seed}`);
  const random = createRandom(seed);
  const [large, small] = [new Customers(random, 'L', ROWS), new Customers(random, 'S', ROWS / 4)];
  const mapId = await bench.createMap();
  // Markers of customers that are gone stay, with the values that they had.
  const gone: string[] = [];
  for (let week = 0; week < 3; week++) {
    for (const file of [large, small]) {
      const left = file.list.map((each) => ({ ...each }));
      if (week > 0) {
        const codes = new Set(file.pass(week).map(({ code }) => code));
        gone.push(...left.filter(({ code }) => codes.has(code)).map(lineOf));
      }
      t.match(await bench.importText(mapId, file.file({ losesCodes: false }), BY_CODE), {
        status: 'completed',
        error_count: 0,
      });
    }
    t.same(
      (await markersOf(mapId)).map(lineOf).sort(),
      [...gone, ...[...large.list, ...small.list].map(lineOf)].sort(),
    );
  }
  const before = await stateOf(mapId);
  const sharers = small.list.length;
  const mirror: BulkMeta = { ...BY_CODE, missing: 'delete' };
  const refused = await bench.importText(mapId, small.file({ losesCodes: false }), mirror);
  t.match(refused, { status: 'failed', unchanged: sharers, deleted: 0, error: /more than half|missing/ });
  t.same(await stateOf(mapId), before, 'the large file is safe from the small one');
  const job = await bench.importText(mapId, large.file({ losesCodes: false }), mirror);
  t.match(
    job,
    { status: 'completed', deleted: sharers + gone.length },
    'the small file is not safe from the large one, as docs/in-step.md says',
  );
  await bench.undo(job.job_id);
  t.same(await stateOf(mapId), before);
});
