import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { importFile } from '../src/commands/import-file.js';
import { everyPicture, type MapName, SHEET, type SheetPicture } from './contact-sheet/pictures.js';
import { REAL_MAPS, type RealMap } from './contact-sheet/real-maps.js';
import { savePicture } from './demo-pictures.js';
import { importShops, loadDemoTown } from './demo-town.js';
import { createMap } from './import-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';

/** Of the sheet, in pixels. */
const COLUMNS = 3;
const CELL_WIDTH = 480;
const CELL_HEIGHT = 372;
const GAP = 12;

/**
 * `node dist/load/contact-sheet.js FOLDER [--every MAP]`: draws maps of real data and puts them on one sheet, `sheet.png`. With --every it
 * draws one of the maps (places, airports, earthquakes, counties, countries, shops) in every way that there is instead.
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
        caller(server),
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

const caller =
  ({ baseUrl, key }: BenchServer) =>
  async <T>(path: string, method = 'GET', body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  };

async function importMap(server: BenchServer, map: MapName): Promise<number> {
  const mapId = await createMap(server);
  const { baseUrl, key } = server;
  const rename = (name: string) => caller(server)(`/maps/${mapId}`, 'PATCH', { name });
  if (map === 'shops') {
    await rename('Shops of a synthetic town');
    await importShops({ baseUrl, key, mapId });
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
  const width = COLUMNS * (CELL_WIDTH + GAP) + GAP;
  const height = Math.ceil(files.length / COLUMNS) * (CELL_HEIGHT + GAP) + GAP;
  const cells = await Promise.all(
    files.map(async (file, index) => {
      const x = GAP + (index % COLUMNS) * (CELL_WIDTH + GAP);
      const y = GAP + Math.floor(index / COLUMNS) * (CELL_HEIGHT + GAP);
      const png = (await readFile(file)).toString('base64');
      return `<image x="${x}" y="${y}" width="${CELL_WIDTH}" height="${CELL_HEIGHT}" href="data:image/png;base64,${png}"/>`;
    }),
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="#e8e8e8"/>${cells.join('')}</svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

const [folder, flag, every = null] = process.argv.slice(2);
if (folder === undefined || (flag !== undefined && (flag !== '--every' || every === null))) {
  process.stderr.write('usage: node dist/load/contact-sheet.js FOLDER [--every MAP]\n');
  process.exit(1);
}
await drawSheet(folder, every as MapName | null);
process.exit(0);
