import { pino } from 'pino';
import { Renderers } from '../../src/images/renderers.js';

// A service that has a picture drawn, and is killed meanwhile.
const [toFile, mapName] = process.argv.slice(2);
const renderers = new Renderers({
  databaseUrl: '',
  satellite: { tilesUrl: null, tileDirectory: '' },
  version: () => '1',
  log: pino({ level: 'silent' }),
  processes: 1,
  entry: new URL('./stand-in-renderer.js', import.meta.url),
});
const options = {
  preset: 'us',
  format: 'png',
  map_type: 'map',
  paper_size: 'a4',
  orientation: 'portrait',
} as const;
void renderers.render(
  { mapId: 1, mapName: mapName!, options: { ...options, legend: false, title: false, labels: false } },
  toFile!,
  new AbortController().signal,
);
// As a server that listens.
setInterval(() => {}, 60_000);
