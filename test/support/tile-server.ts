import type { ServerResponse } from 'node:http';
import { PNG } from 'pngjs';
import type { Test } from 'tap';
import { startHttpServer } from './http-server.js';

export interface AskedTile {
  z: number;
  x: number;
  y: number;
  headers: NodeJS.Dict<string | string[]>;
  url: string;
}

export type TileHandler = (tile: AskedTile, response: ServerResponse) => void;

export interface TileServer {
  origin: string;
  /** Value for SATELLITE_TILES_URL. */
  template: string;
  /** Requested tiles so far. */
  asked: AskedTile[];
  /** Largest number of simultaneous requests. */
  mostAtOnce: number;
  /** Answers requests from now on. */
  handler: TileHandler;
}

/** A PNG of one colour. */
export function plainPng(color: readonly [number, number, number], side = 256, height = side): Buffer {
  const png = new PNG({ width: side, height });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([...color, 255], at);
  return PNG.sync.write(png);
}

export const MAGENTA = [200, 0, 200] as const;

export const answerImage = (response: ServerResponse, bytes: Uint8Array, mediaType = 'image/png'): void => {
  response.writeHead(200, { 'content-type': mediaType }).end(bytes);
};

/** A tile service on loopback with magenta tiles; stopped at the end of the test. */
export async function startTileServer(t: Test, handler?: TileHandler): Promise<TileServer> {
  const tile = plainPng(MAGENTA);
  let underWay = 0;
  const address = await startHttpServer(t, ({ url, headers }, response) => {
    const [, z, x, y] = /\/(\d+)\/(\d+)\/(\d+)/.exec(url!) ?? [];
    const asked = { z: Number(z), x: Number(x), y: Number(y), headers, url: url! };
    tiles.asked.push(asked);
    tiles.mostAtOnce = Math.max(tiles.mostAtOnce, ++underWay);
    response.on('close', () => underWay--);
    tiles.handler(asked, response);
  });
  const origin = `http://${address}`;
  const tiles: TileServer = {
    origin,
    template: `${origin}/{z}/{x}/{y}.png`,
    asked: [],
    mostAtOnce: 0,
    handler: handler ?? ((_, response) => answerImage(response, tile)),
  };
  return tiles;
}
