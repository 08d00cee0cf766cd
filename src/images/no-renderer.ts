import { ImageFailed, type ImageRenderer } from './renderer.js';

/** Of a build that cannot draw. */
export const noRenderer: ImageRenderer = {
  version: () => 'none',
  render: async () => {
    throw new ImageFailed('this service cannot draw pictures');
  },
};
