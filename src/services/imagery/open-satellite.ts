import { readFileSync } from 'node:fs';
import { PackedPicture } from '../../render/imagery/packed-picture.js';
import { Satellite } from './satellite.js';
import { Tiles } from './tiles.js';
import { readTilesUrl } from './tiles-url.js';

/** What the process that draws is told of imagery; plain, as it goes from process to process. */
export interface SatelliteSettings {
  /** SATELLITE_TILES_URL, which has been found good; null: the embedded picture alone. */
  readonly tilesUrl: string | null;
  /** Absolute path. */
  readonly tileDirectory: string;
}

/** @throws Error when the geodata was not built */
export function openSatellite(geodata: URL, { tilesUrl, tileDirectory }: SatelliteSettings): Satellite {
  const embedded = new PackedPicture(readFileSync(new URL('imagery.bin', geodata)));
  const service = tilesUrl === null ? null : readTilesUrl(tilesUrl);
  return new Satellite(embedded, service && new Tiles({ service, cacheDirectory: tileDirectory }));
}
