import { PNG } from 'pngjs';
import t from 'tap';
import { panInBrowser } from '../../load/pan-in-browser.js';
import { importSeeded } from '../../load/upload.js';
import { US_ROWS } from '../../load/us-rows.js';
import { noBrowser } from '../support/browser.js';
import { openConsole } from '../support/console.js';

const MARKERS = 1_000_000;

t.test('a map of 1,000,000 markers is opened and panned', { skip: noBrowser }, async (t) => {
  const { service, page, complaints, key } = await openConsole(t);
  const baseUrl = service.app.publicUrl;
  const mapId = await importSeeded({ baseUrl, key }, MARKERS, { kind: US_ROWS });
  const { frames, markers, later } = await panInBrowser(page, { baseUrl, mapId, zooms: 2, drags: 1 });
  t.equal(markers, MARKERS, 'the tiles that show all of the map count each marker once');
  t.equal(await page.locator('.counts').textContent(), '1,000,000 places');
  t.ok(frames.length > 0 && later > 0, `${frames.length} frames, ${later} more tiles`);
  const { data } = PNG.sync.read(await page.locator('.map-canvas').screenshot());
  t.ok(
    new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4)).size > 100,
    'places are drawn',
  );
  t.same(complaints, []);
});
