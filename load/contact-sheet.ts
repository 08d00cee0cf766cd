import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { createClient } from '../src/client/index.js';
import { importFile } from '../src/commands/import-file.js';
import { REAL_MAPS, type RealMap } from './contact-sheet/real-maps.js';
import { shrunk } from './contact-sheet/shrunk.js';
import { importServices, importShops, loadDemoTown, SHOPS_NAME } from './demo-town.js';
import { installLoadPackages } from './packages.js';
import { type AskedPicture, savePicture } from './pictures.js';
import { type BenchServer, onBenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { createMap } from './upload.js';

type MapName = keyof typeof REAL_MAPS | 'shops' | 'services';

interface SheetPicture {
  map: MapName;
  options: AskedPicture;
}

/**
 * The sheet, row by row: each preset, both map types, papers and orientations, pins in streets, areas, a
 * choropleth and drive times.
 */
const SHEET: readonly SheetPicture[] = [
  { map: 'places', options: { preset: 'world', format: 'png' } },
  { map: 'counties', options: { preset: 'us', format: 'png', legend: true } },
  { map: 'services', options: { preset: 'pin_coverage', format: 'png', legend: true } },
  { map: 'countries', options: { preset: 'world', format: 'png', legend: true, paper_size: 'a4' } },
  {
    map: 'earthquakes',
    options: { preset: 'pin_coverage', format: 'png', legend: true, map_type: 'satellite' },
  },
  { map: 'shops', options: { preset: 'regions', format: 'png', labels: true } },
];

/** Layout of the sheet: number of columns, then lengths in pixels. */
const COLUMNS = 3;
const CELL_WIDTH = 480;
const CELL_HEIGHT = 372;
const GAP = 12;
/** Grey between the pictures, opaque. */
const PAPER = Buffer.from([0xe8, 0xe8, 0xe8, 0xff]);

/** Draws maps of real data, and puts them on one sheet. */
const drawSheet = (folder: string): Promise<void> =>
  onBenchServer(async (server) => {
    await mkdir(folder, { recursive: true });
    await loadDemoTown(server.databaseUrl);
    const files: string[] = [];
    for (const { map, options } of SHEET) {
      const picture = { name: map, mapId: await importMap(server, map), options };
      const { file, ms, bytes } = await savePicture(picture, folder, createClient(server));
      process.stdout.write(`${file}: ${ms} ms, ${Math.round(bytes / 1000)} KB\n`);
      files.push(file);
    }
    await writeFile(join(folder, 'sheet.png'), await sheetOf(files));
  });

async function importMap(server: BenchServer, map: MapName): Promise<number> {
  const { baseUrl, key } = server;
  if (map === 'shops' || map === 'services') {
    const mapId = await createMap(server, map === 'shops' ? SHOPS_NAME : 'Services of a synthetic town');
    await (map === 'shops' ? importShops : importServices)({ baseUrl, key, mapId });
    return mapId;
  }
  const { name, write, query }: RealMap = REAL_MAPS[map];
  const mapId = await createMap(server, name);
  await inTemporaryFolder(async (folder) => {
    const file = join(folder, `${map}.csv`);
    await write(file);
    const job = await importFile({ baseUrl, key, mapId, file, query: new URLSearchParams(query) });
    if (job.status !== 'completed') throw new Error(`${map} ${job.status}: ${job.error}`);
  });
  return mapId;
}

async function sheetOf(files: readonly string[]): Promise<Buffer> {
  const sheet = new PNG({
    width: COLUMNS * (CELL_WIDTH + GAP) + GAP,
    height: Math.ceil(files.length / COLUMNS) * (CELL_HEIGHT + GAP) + GAP,
  });
  sheet.data.fill(PAPER);
  for (const [index, file] of files.entries()) {
    const picture = inCell(PNG.sync.read(await readFile(file)));
    const x = GAP + (index % COLUMNS) * (CELL_WIDTH + GAP) + ((CELL_WIDTH - picture.width) >> 1);
    const y = GAP + Math.floor(index / COLUMNS) * (CELL_HEIGHT + GAP) + ((CELL_HEIGHT - picture.height) >> 1);
    PNG.bitblt(picture, sheet, 0, 0, picture.width, picture.height, x, y);
  }
  return PNG.sync.write(sheet);
}

/** Scales a picture to the size of a cell. */
function inCell(picture: PNG): PNG {
  const { width, height } = picture;
  const small = shrunk(picture, Math.min(CELL_WIDTH, Math.floor((width * CELL_HEIGHT) / height)));
  return Object.assign(new PNG(small), { data: Buffer.from(small.data) });
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: node dist/load/contact-sheet.js FOLDER\n');
  process.exit(1);
}
await installLoadPackages();
await drawSheet(folder);
process.exit(0);
