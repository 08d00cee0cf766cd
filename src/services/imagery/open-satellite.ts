import { readFileSync } from 'node:fs';
import { PackedPicture } from '../../render/imagery/packed-picture.js';
import { Satellite } from './satellite.js';
import { Tiles } from './tiles.js';
import { readTilesUrl } from './tiles-url.js';

/** Settings of imagery as plain data, which is sent to the render process. */
export interface SatelliteSettings {
  /** SATELLITE_TILES_URL, already validated; null: the embedded picture alone. */
  readonly tilesUrl: string | null;
  /** Absolute path. */
  readonly tileDirectory: string;
}

/** @throws Error when `npm run build` has not made the geodata */
export function openSatellite(geodata: URL, { tilesUrl, tileDirectory }: SatelliteSettings): Satellite {
  const embedded = new PackedPicture(readFileSync(new URL('imagery.bin', geodata)));
  const service = tilesUrl === null ? null : readTilesUrl(tilesUrl);
  return new Satellite(embedded, service && new Tiles({ service, cacheDirectory: tileDirectory }));
}
