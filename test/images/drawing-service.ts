import { pino } from 'pino';
import { Renderers } from '../../src/images/renderers.js';
import { pictureOptions } from '../support/pictures/picture-options.js';

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
void renderers.render(
  { mapId: 1, mapName: mapName!, options: pictureOptions({ preset: 'us' }) },
  toFile!,
  new AbortController().signal,
);
// Behaves as a server that listens.
setInterval(() => {}, 60_000);
