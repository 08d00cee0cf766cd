import { createHash } from 'node:crypto';
import { type DrivePlace, drivePlaceKey } from '../../geo/drive-time/drive-place.js';
import type { AreaSource } from './area-source.js';

/** Key of an area, equal in every process: 128 bits of a SHA-256, written as a UUID. */
export function areaKey({ name, version }: Pick<AreaSource, 'name' | 'version'>, place: DrivePlace): string {
  const hash = createHash('sha256')
    .update([name, version, drivePlaceKey(place)].join('\u001f'))
    .digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
