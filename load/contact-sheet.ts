import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { createClient } from '../src/client/index.js';
import { importFile } from '../src/commands/import-file.js';
import { everyPicture, type MapName, SHEET, type SheetPicture } from './contact-sheet/pictures.js';
import { REAL_MAPS, type RealMap } from './contact-sheet/real-maps.js';
import { shrunk } from './contact-sheet/shrunk.js';
import { importServices, importShops, loadDemoTown } from './demo-town.js';
import { installLoadPackages } from './packages.js';
import { savePicture } from './pictures.js';
import { type BenchServer, startBenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { createMap } from './upload.js';

/** Layout of the sheet: number of columns, then lengths in pixels. */
const COLUMNS = 3;
const CELL_WIDTH = 480;
const CELL_HEIGHT = 372;
const GAP = 12;
/** Grey between the pictures, opaque. */
const PAPER = Buffer.from([0xe8, 0xe8, 0xe8, 0xff]);

/**
 * `node dist/load/contact-sheet.js FOLDER [--every MAP]`: draws maps of real data and puts them on one sheet,
 * `sheet.png`. With --every it draws one of the maps (places, airports, earthquakes, counties, countries,
 * shops, services) in every way that there is instead.
 */
async function drawSheet(folder: string, every: MapName | null): Promise<void> {
  await mkdir(folder, { recursive: true });
  const server = await startBenchServer();
  try {
    await loadDemoTown(server.databaseUrl);
    const pictures = every === null ? SHEET : everyPicture(every);
    const ids = new Map<MapName, number>();
    for (const { map } of pictures) if (!ids.has(map)) ids.set(map, await importMap(server, map));
    const files: string[] = [];
    for (const picture of pictures) {
      const saved = await savePicture(
        { name: nameOf(picture), mapId: ids.get(picture.map)!, options: picture.options },
        folder,
        createClient(server),
      );
      process.stdout.write(`${saved.file}: ${saved.ms} ms, ${Math.round(saved.bytes / 1000)} KB\n`);
      files.push(saved.file);
    }
    if (every === null) await writeFile(join(folder, 'sheet.png'), await sheetOf(files));
  } finally {
    await server.stop();
  }
}

const nameOf = ({ map, options }: SheetPicture): string =>
  [map, ...Object.entries(options).map(([name, value]) => (value === true ? name : value))]
    .filter((part) => part !== false && part !== 'png' && part !== 'pdf')
    .join('-');

async function importMap(server: BenchServer, map: MapName): Promise<number> {
  const mapId = await createMap(server);
  const { baseUrl, key } = server;
  const params = { path: { map_id: mapId } };
  const rename = (name: string) => createClient(server).PATCH('/maps/{map_id}', { params, body: { name } });
  if (map === 'shops') {
    await rename('Shops of a synthetic town');
    await importShops({ baseUrl, key, mapId });
    return mapId;
  }
  if (map === 'services') {
    await rename('Services of a synthetic town');
    await importServices({ baseUrl, key, mapId });
    return mapId;
  }
  const { name, write, query }: RealMap = REAL_MAPS[map];
  await rename(name);
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

const [folder, flag, every = null] = process.argv.slice(2);
if (folder === undefined || (flag !== undefined && (flag !== '--every' || every === null))) {
  process.stderr.write('usage: node dist/load/contact-sheet.js FOLDER [--every MAP]\n');
  process.exit(1);
}
await installLoadPackages();
await drawSheet(folder, every as MapName | null);
process.exit(0);
