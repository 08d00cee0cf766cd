import { existsSync } from 'node:fs';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** false, or why nothing can be measured or tested in a browser. */
export const noBrowser: string | false = existsSync(CHROMIUM) ? false : `there is no ${CHROMIUM}`;

/** Debian's Chromium, which draws maps in software. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  });

/** Steps of the pointer in a drag. */
const STEPS = 40;
/** Tenths of a second without a request for a tile, after which the map is at rest. */
const QUIET = 5;
/** A request whose end the browser has not told by then is not waited for. */
const LOST_MS = 60_000;
/** A map that is not at rest by then never will be. */
const MOST_MS = 300_000;

export interface Panned {
  /** Milliseconds between the frames of the drags. */
  frames: number[];
  /** Milliseconds of tasks of over 50 ms on the page's thread, while it opens and while it is dragged. */
  opening: number[];
  dragging: number[];
  /** Milliseconds of processor time that a frame takes of the page's thread. */
  cpuMs: number;
  /** Markers of the tiles that the page read first, which show all of the map. */
  markers: number;
  /** Tiles that it read later. */
  later: number;
}

/** Runs in the page, before its own scripts. */
const RECORD = `
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
  window.frames = [];
  window.isDragged = false;
  let last = 0;
  const look = (now) => {
    if (isDragged && last) frames.push(now - last);
    last = isDragged ? now : 0;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

/** Signs a page in by a key. */
export const signIn = (page: Page, key: string): Promise<unknown> =>
  page.addInitScript(`sessionStorage.setItem('cartload.key', '${key}')`);

/**
 * Opens a map in the console, and drags it to and fro, from far to near.
 * @param page signed in
 * @param drags at each zoom
 */
export async function panInBrowser(
  page: Page,
  {
    baseUrl,
    mapId,
    zooms = 3,
    drags = 4,
  }: { baseUrl: string; mapId: number; zooms?: number; drags?: number },
): Promise<Panned> {
  await page.addInitScript(RECORD);
  const tiles = watchTiles(page);
  await page.goto(new URL(`/#/maps/${mapId}`, baseUrl).href);
  await page.getByText('Loading the map').waitFor({ state: 'detached' });
  await tiles.settle();
  const first = [...(await tiles.counts()).values()];
  const opening = (await page.evaluate('longTasks.splice(0)')) as number[];
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  let cpuSeconds = 0;
  for (let zoom = 0; zoom < zooms; zoom++) {
    const before = await taskSeconds(session);
    await drag(page, drags);
    cpuSeconds += (await taskSeconds(session)) - before;
    await page.mouse.wheel(0, -600);
    await tiles.settle();
  }
  const frames = (await page.evaluate('frames')) as number[];
  const dragging = (await page.evaluate('longTasks')) as number[];
  return {
    frames,
    opening,
    dragging,
    cpuMs: (1000 * cpuSeconds) / frames.length,
    markers: first.reduce((sum, n) => sum + n, 0),
    later: (await tiles.counts()).size - first.length,
  };
}

/** Counts the markers of the tiles that the page reads. */
function watchTiles(page: Page): { settle(): Promise<void>; counts(): Promise<Map<string, number>> } {
  const tileOf = (request: Request): string | undefined =>
    /\/maps\/\d+\/tiles\/(\d+\/\d+\/\d+)\.mvt/.exec(request.url())?.[1];
  /** Requests under way, with the time of their begin. */
  const open = new Map<Request, number>();
  const read = new Map<string, Promise<number>>();
  page.on('request', (request) => tileOf(request) !== undefined && open.set(request, Date.now()));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('requestfinished', (request) => {
    const tile = tileOf(request);
    if (tile !== undefined) read.set(tile, markersOf(request));
    open.delete(request);
  });
  return {
    settle: async () => {
      const isBusy = (): boolean =>
        read.size === 0 || [...open.values()].some((beginMs) => Date.now() - beginMs < LOST_MS);
      const beginMs = Date.now();
      for (let quiet = 0; quiet < QUIET; quiet = isBusy() ? 0 : quiet + 1) {
        await page.waitForTimeout(100);
        if (Date.now() - beginMs > MOST_MS)
          throw new Error(
            `tiles still open, of ${read.size} read: ${[...open.keys()].map(tileOf).join(', ')}`,
          );
      }
    },
    counts: async () => {
      const counts = await Promise.all([...read].map(async ([tile, count]) => [tile, await count] as const));
      return new Map(counts);
    },
  };
}

async function drag(page: Page, drags: number): Promise<void> {
  const { x, y, width, height } = (await page.locator('.map-canvas').boundingBox())!;
  const [left, right] = [x + width / 4, x + (3 * width) / 4];
  await page.evaluate('isDragged = true');
  for (let i = 0; i < drags; i++) {
    // Back and forth, so that the places stay in sight.
    const [from, to, down] = i % 2 === 0 ? ([right, left, 40] as const) : ([left, right, -40] as const);
    await page.mouse.move(from, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(to, y + height / 2 + down, { steps: STEPS });
    await page.mouse.up();
  }
  await page.evaluate('isDragged = false');
}

type Session = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>;
/** Processor time of the page's thread so far. */
async function taskSeconds(session: Session): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

/** Markers that the tile of a request counts. */
async function markersOf(request: Request): Promise<number> {
  const response = (await request.response())!;
  if (response.status() !== 200) return 0;
  const layer = new VectorTile(new PbfReader(await response.body())).layers.markers;
  let sum = 0;
  for (let i = 0; i < (layer?.length ?? 0); i++) sum += Number(layer!.feature(i).properties.count ?? 1);
  return sum;
}
