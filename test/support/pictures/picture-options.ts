import type { PictureOptions } from '../../../src/render/options.js';

/** Options of a request that names only the preset. */
export const pictureOptions = (
  options: Partial<PictureOptions> & Pick<PictureOptions, 'preset'>,
): PictureOptions => ({
  format: 'png',
  map_type: 'map',
  paper_size: 'letter',
  orientation: 'landscape',
  legend: false,
  title: true,
  labels: false,
  ...options,
});
