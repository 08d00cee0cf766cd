// Loaded with the first map of the list that has places: it reads tiles, which nothing else here does.
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { api, dataOf } from './api.js';

/** Part of the width of the world below which nothing is enlarged. */
const LEAST_PART = 2 ** -11;
/** Part of the picture around the places. */
const MARGIN = 0.14;
const DEEPEST = 16;
const LAND = 'rgb(128 140 158 / 24%)';

type At = Record<'z' | 'x' | 'y', number>;

/** Place in the world of Mercator, which is 1 wide and high, from the north. */
const mercatorY = (lat: number): number => {
  const sine = Math.sin((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};

/**
 * Draws the land and the places of a map from the few tiles that show all of it.
 * @returns whether there was something to draw
 */
export async function drawMap(
  canvas: HTMLCanvasElement,
  mapId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { bounds, marker_count } = await dataOf(
    api.GET('/maps/{map_id}/tiles.json', { params: { path: { map_id: mapId } }, signal }),
  );
  if (marker_count === 0) return false;
  const { width, height } = canvas;
  const [west, south, east, north] = bounds.map((degrees, i) =>
    i % 2 === 0 ? degrees / 360 + 0.5 : mercatorY(degrees),
  ) as [number, number, number, number];
  const room = 1 - 2 * MARGIN;
  const scale = Math.min(
    (width * room) / Math.max(LEAST_PART, east - west),
    (height * room) / Math.max(LEAST_PART, south - north),
  );
  const left = (west + east) / 2 - width / 2 / scale;
  const top = (north + south) / 2 - height / 2 / scale;
  // At this zoom the picture lies in two tiles each way at most.
  const z = Math.max(0, Math.min(DEEPEST, Math.floor(Math.log2(scale / width))));
  const columnsOf = (from: number, size: number): number[] => {
    const last = 2 ** z - 1;
    const [begin, end] = [Math.floor(from * 2 ** z), Math.floor((from + size) * 2 ** z)];
    return [...new Set([Math.max(0, begin), Math.min(last, end)])];
  };
  const addresses = columnsOf(left, width / scale).flatMap((x) =>
    columnsOf(top, height / scale).map((y) => ({ z, x, y })),
  );
  const how = { parseAs: 'arrayBuffer', signal } as const;
  const read = (ask: (at: At) => Promise<{ data?: ArrayBuffer }>): Promise<VectorTile[]> =>
    Promise.all(
      // A tile without content has no bytes.
      addresses.map(async (at) => new VectorTile(new PbfReader((await ask(at)).data ?? new ArrayBuffer()))),
    );
  const [ground, tiles] = await Promise.all([
    read((path) => api.GET('/tiles/base/{z}/{x}/{y}.mvt', { params: { path }, ...how })).catch(() => []),
    read((at) =>
      api.GET('/maps/{map_id}/tiles/{z}/{x}/{y}.mvt', { params: { path: { map_id: mapId, ...at } }, ...how }),
    ),
  ]);
  const context = canvas.getContext('2d')!;
  context.clearRect(0, 0, width, height);
  const draw = (
    all: VectorTile[],
    layer: string,
    act: (feature: VectorTileFeature, path: Path2D) => void,
  ): void => {
    for (const [i, tile] of all.entries()) {
      const { x, y } = addresses[i]!;
      const found = tile.layers[layer];
      context.save();
      // Areas reach beyond their tile, where the next one has them, too.
      if (layer !== 'markers') {
        const side = scale / 2 ** z;
        context.beginPath();
        context.rect(x * side - left * scale, y * side - top * scale, side, side);
        context.clip();
      }
      for (let at = 0; at < (found?.length ?? 0); at++) {
        const feature = found!.feature(at);
        const path = new Path2D();
        for (const ring of feature.loadGeometry())
          for (const [n, point] of ring.entries()) {
            const px = ((x + point.x / feature.extent) / 2 ** z - left) * scale;
            const py = ((y + point.y / feature.extent) / 2 ** z - top) * scale;
            if (feature.type === 1) path.arc(px, py, radiusOf(feature), 0, 7);
            else path[n === 0 ? 'moveTo' : 'lineTo'](px, py);
          }
        act(feature, path);
      }
      context.restore();
    }
  };
  const fill = (feature: VectorTileFeature, path: Path2D): void => {
    context.fillStyle = String(feature.properties.color ?? '#3b5bdb');
    context.fill(path, 'evenodd');
  };
  draw(ground, 'land', (_, path) => {
    context.fillStyle = LAND;
    context.fill(path, 'evenodd');
  });
  draw(tiles, 'areas', fill);
  draw(tiles, 'markers', (feature, path) => feature.properties.pin !== false && fill(feature, path));
  return true;
}

const radiusOf = ({ properties: { count } }: VectorTileFeature): number =>
  4.5 + 2 * Math.log10(typeof count === 'number' ? count : 1);
