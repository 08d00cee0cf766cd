import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { geoMercator } from 'd3-geo';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import t, { type Test } from 'tap';
import { headersOf, joinTrace } from '../../../src/base/tracing/trace.js';
import { PackedPicture } from '../../../src/render/imagery/packed-picture.js';
import type { ImageShape } from '../../../src/render/scene.js';
import { Satellite } from '../../../src/services/imagery/satellite.js';
import { Tiles } from '../../../src/services/imagery/tiles.js';
import { readTilesUrl } from '../../../src/services/imagery/tiles-url.js';
import { geodataDirectory } from '../../../src/world/geodata/files.js';
import { fittedProjection, frameAround } from '../../support/projections.js';
import {
  answerImage,
  MAGENTA,
  plainPng,
  startTileServer,
  type TileHandler,
  type TileServer,
} from '../../support/tile-server.js';

const picture = new PackedPicture(readFileSync(new URL('imagery.bin', geodataDirectory)));
const BOX = { xPt: 0, yPt: 0, widthPt: 144, heightPt: 96 };
/** A map of 0.8 degrees in the Sahara. */
const SAHARA = geoMercator().center([15, 23]).scale(10_313).translate([72, 48]);
const FRAME = frameAround(BOX, fittedProjection(SAHARA), 570);
/** Tiles are drawn with less contrast. */
const DIMMED_MAGENTA = [176, 10, 176];

interface Options {
  query?: string;
  deadlineMs?: number;
  requestDeadlineMs?: number;
  directory?: string;
}

/** Draws the frame. @returns the colour of its middle, and the credits */
async function draw(t: Test, server: TileServer, options: Options = {}) {
  const directory = options.directory ?? t.testdir();
  const tiles = new Tiles({
    service: readTilesUrl(`${server.template}${options.query ?? ''}`)!,
    cacheDirectory: directory,
    deadlineMs: options.deadlineMs ?? 5000,
    requestDeadlineMs: options.requestDeadlineMs ?? 2000,
    firstPauseMs: 1,
  });
  const { shapes, credits } = await new Satellite(picture, tiles).draw(FRAME, 'png');
  const { width, height, data } = PNG.sync.read(Buffer.from((shapes[0] as ImageShape).bytes));
  const at = 4 * ((height >> 1) * width + (width >> 1));
  return { color: [...data.subarray(at, at + 3)], credits, directory, width };
}

/** Tells whether it shows sand of the embedded picture, with its credit alone. */
const isEmbedded = ({ color, credits }: { color: number[]; credits: string[] }): boolean =>
  color[0]! > color[1]! && color[1]! > color[2]! && credits.join() === 'NASA Blue Marble';

t.test(
  'tiles that cover the map are drawn at the full resolution, by a zoom that is fine enough',
  async (t) => {
    const server = await startTileServer(t);
    const { color, credits, width } = await draw(t, server, { query: '#attribution=Imagery%20by%20X' });
    t.same(color, DIMMED_MAGENTA);
    t.same(credits, ['Imagery by X'], 'the embedded picture is not seen');
    t.equal(width, 400, '200 dpi');
    // By the definition of tiles: 0.8 degrees over 400 pixels are 2.2 tiles of zoom 10.
    t.same([...new Set(server.asked.map(({ z }) => z))], [10]);
    const xs = server.asked.map(({ x }) => x);
    t.same(
      [Math.min(...xs), Math.max(...xs)],
      [((14.6 + 180) / 360) * 1024, ((15.4 + 180) / 360) * 1024].map(Math.floor),
    );
    t.equal(new Set(server.asked.map(({ url }) => url)).size, server.asked.length, 'each once');
    t.match(server.asked[0]!.headers, { accept: 'image/png, image/jpeg', 'user-agent': /cartload/ });
  },
);

t.test('never more than 64 tiles, as many at a time as the setting says', async (t) => {
  const server = await startTileServer(t, (_, response) => {
    setTimeout(() => answerImage(response, plainPng(MAGENTA)), 5);
  });
  const frame = frameAround(
    { xPt: 0, yPt: 0, widthPt: 720, heightPt: 540 },
    fittedProjection(geoMercator().center([10, 48]).scale(4000).translate([360, 270])),
    1065,
  );
  const service = readTilesUrl(`${server.template}?concurrency=3`)!;
  const tiles = new Tiles({ service, cacheDirectory: t.testdir() });
  const { credits } = await new Satellite(picture, tiles).draw(frame, 'png');
  t.same(credits, ['127.0.0.1']);
  t.ok(server.asked.length > 16 && server.asked.length <= 64, `${server.asked.length}`);
  t.equal(server.mostAtOnce, 3);
});

t.test('fetched tiles are kept on the disk, for other processes as well', async (t) => {
  const server = await startTileServer(t);
  const { directory } = await draw(t, server);
  const asked = server.asked.length;
  t.equal(readdirSync(directory).length, asked);
  t.same((await draw(t, server, { directory })).color, DIMMED_MAGENTA);
  t.equal(server.asked.length, asked);
  const elsewhere = await startTileServer(t);
  await draw(t, elsewhere, { directory });
  t.equal(elsewhere.asked.length, asked, 'those of another service are others');
});

t.test('tiles that are too old, or damaged, are fetched again', async (t) => {
  const server = await startTileServer(t);
  const { directory } = await draw(t, server);
  const [old, broken] = readdirSync(directory).map((name) => join(directory, name)) as [string, string];
  utimesSync(old, 0, (Date.now() - 31 * 86_400_000) / 1000);
  writeFileSync(broken, 'no image');
  server.asked = [];
  t.same((await draw(t, server, { directory })).color, DIMMED_MAGENTA);
  t.equal(server.asked.length, 2);
});

t.test(
  'tiles that a service has not are drawn from the embedded picture, and not asked for again',
  async (t) => {
    const server = await startTileServer(t, (_, response) => void response.writeHead(404).end());
    const first = await draw(t, server);
    t.ok(isEmbedded(first), first.color.join());
    const asked = server.asked.length;
    t.ok(isEmbedded(await draw(t, server, { directory: first.directory })));
    t.equal(server.asked.length, asked);
  },
);

t.test('one missing tile is filled, and both sources are named', async (t) => {
  const tile = plainPng(MAGENTA);
  const middle = Math.floor(((15 + 180) / 360) * 1024);
  const server = await startTileServer(t, ({ x }, response) => {
    if (x === middle) response.writeHead(404).end();
    else answerImage(response, tile);
  });
  const { color, credits } = await draw(t, server);
  t.ok(color[0]! > color[1]! && color[1]! > color[2]!, color.join());
  t.same(credits, ['127.0.0.1', 'NASA Blue Marble']);
});

t.test('JPEGs and tiles of 512 pixels are drawn as well', async (t) => {
  const data = new Uint8Array(4 * 512 * 512);
  for (let at = 0; at < data.length; at += 4) data.set([...MAGENTA, 255], at);
  const tile = jpeg.encode({ data, width: 512, height: 512 }, 95).data;
  const server = await startTileServer(t, (_, response) =>
    answerImage(response, tile, 'image/jpeg; charset=binary'),
  );
  const { color, credits } = await draw(t, server, { query: '?tile_size=512' });
  t.ok(
    color.every((value, i) => Math.abs(value - DIMMED_MAGENTA[i]!) <= 4),
    color.join(),
  );
  t.same(credits, ['127.0.0.1']);
  t.same([...new Set(server.asked.map(({ z }) => z))], [9], 'a zoom less has the same pixels');
});

t.test(
  'a user and password become a header, the parameters of the operator are sent, ours are not',
  async (t) => {
    const server = await startTileServer(t);
    const template = server.template.replace('http://', 'http://us%40er:pw@');
    await draw(t, { ...server, template, asked: server.asked } as TileServer, {
      query: '?token=a%2Fb&rate=1000',
    });
    t.equal(server.asked[0]!.headers.authorization, `Basic ${Buffer.from('us@er:pw').toString('base64')}`);
    t.match(server.asked[0]!.url, /\.png\?token=a%2Fb$/);
  },
);

const broken = jpeg.encode({ data: new Uint8Array(4 * 256 * 256), width: 256, height: 256 }).data;
const FAILURES: Record<string, TileHandler> = {
  'redirects are not followed': ({ url }, response) =>
    void response.writeHead(302, { location: `/elsewhere${url}` }).end(),
  'a service that is broken': (_, response) => void response.writeHead(500).end(),
  'a key that is refused': (_, response) => void response.writeHead(403).end(),
  'a page instead of a tile': (_, response) => answerImage(response, Buffer.from('<html>'), 'text/html'),
  'a page that says it is a PNG': (_, response) => answerImage(response, Buffer.from('<html>')),
  'an SVG': (_, response) => answerImage(response, Buffer.from('<svg/>'), 'image/svg+xml'),
  'more bytes than a tile has': (_, response) =>
    answerImage(response, Buffer.concat([plainPng(MAGENTA), Buffer.alloc(2 * 1024 ** 2)])),
  'a PNG that would be 3 GB': (_, response) => {
    const bomb = plainPng(MAGENTA);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    answerImage(response, bomb);
  },
  'a PNG that ends in the middle': (_, response) => answerImage(response, plainPng(MAGENTA).subarray(0, 60)),
  'a JPEG that ends in its head': (_, response) =>
    answerImage(response, broken.subarray(0, 300), 'image/jpeg'),
  'a JPEG without its tables': (_, response) =>
    answerImage(response, Buffer.concat([broken.subarray(0, 2), broken.subarray(158)]), 'image/jpeg'),
  'a connection that breaks': (_, response) => void response.socket!.destroy(),
};
for (const [name, handler] of Object.entries(FAILURES)) {
  t.test(`${name}: the embedded picture is drawn, and nothing kept`, async (t) => {
    const server = await startTileServer(t, handler);
    const drawn = await draw(t, server);
    t.ok(isEmbedded(drawn), `${drawn.color} ${drawn.credits}`);
    t.same(readdirSync(drawn.directory), []);
    t.ok(server.asked.length <= 3 * 64);
    t.notOk(server.asked.some(({ url }) => url.startsWith('/elsewhere')));
  });
}

t.test('a service that does not answer is waited for as long as the picture may take', async (t) => {
  const server = await startTileServer(t, () => {});
  const drawn = await draw(t, server, { deadlineMs: 150, requestDeadlineMs: 60_000 });
  t.ok(isEmbedded(drawn));
});

t.test('a service that drips bytes is given up on by each request', async (t) => {
  const server = await startTileServer(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const timer = setInterval(() => response.write('x'), 10);
    response.on('close', () => clearInterval(timer));
  });
  t.ok(isEmbedded(await draw(t, server, { requestDeadlineMs: 60, deadlineMs: 60_000 })));
});

t.test('after ten failures in a row a service is left alone, for the next picture as well', async (t) => {
  const server = await startTileServer(t, (_, response) => void response.writeHead(500).end());
  const tiles = new Tiles({
    service: readTilesUrl(`${server.template}?concurrency=1`)!,
    cacheDirectory: t.testdir(),
    firstPauseMs: 1,
  });
  const satellite = new Satellite(picture, tiles);
  for (let i = 0; i < 6; i++) await satellite.draw(FRAME, 'png');
  t.equal(server.asked.length, 10);
});

t.test(
  'while a service is away one tile is asked for, and the picture is incomplete until it is back',
  async (t) => {
    let isAway = true;
    const server = await startTileServer(t, (_, response) => {
      if (isAway) response.writeHead(500).end();
      else answerImage(response, plainPng(MAGENTA));
    });
    const tiles = new Tiles({
      service: readTilesUrl(server.template)!,
      cacheDirectory: t.testdir(),
      firstPauseMs: 1,
    });
    const satellite = new Satellite(picture, tiles);
    t.match(await satellite.draw(FRAME, 'png'), { isIncomplete: true, credits: ['NASA Blue Marble'] });
    t.equal(new Set(server.asked.map(({ url }) => url)).size, 1);
    isAway = false;
    t.match(await satellite.draw(FRAME, 'png'), { isIncomplete: false, credits: ['127.0.0.1'] });
  },
);

t.test(
  'a picture without some of its tiles is incomplete, but for those that the service does not have',
  async (t) => {
    const directory = t.testdir();
    const incomplete = async (status: number) => {
      let asked = '';
      const server = await startTileServer(t, ({ url }, response) => {
        asked ||= url!;
        if (url === asked) answerImage(response, plainPng(MAGENTA));
        else response.writeHead(status).end();
      });
      const service = readTilesUrl(server.template)!;
      const tiles = new Tiles({ service, cacheDirectory: join(directory, `${status}`), firstPauseMs: 1 });
      return (await new Satellite(picture, tiles).draw(FRAME, 'png')).isIncomplete;
    };
    t.equal(await incomplete(500), true);
    t.equal(await incomplete(404), false);
  },
);

t.test('a tile service is told the trace of the picture', async (t) => {
  const server = await startTileServer(t);
  const tiles = new Tiles({ service: readTilesUrl(server.template)!, cacheDirectory: t.testdir() });
  const trace = joinTrace('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01')!;
  await new Satellite(picture, tiles).draw(FRAME, 'png', trace);
  t.same(
    [...new Set(server.asked.map(({ headers }) => headers.traceparent))],
    [headersOf(trace).traceparent],
  );
});

t.test('a world is not asked for: the embedded picture is as sharp', async (t) => {
  const server = await startTileServer(t);
  const tiles = new Tiles({ service: readTilesUrl(server.template)!, cacheDirectory: t.testdir() });
  const world = geoMercator().scale(115).translate([360, 270]);
  const frame = frameAround({ xPt: 0, yPt: 0, widthPt: 720, heightPt: 540 }, fittedProjection(world), 55_000);
  const { credits } = await new Satellite(picture, tiles).draw(frame, 'png');
  t.same(credits, ['NASA Blue Marble']);
  t.equal(server.asked.length, 0);
});
