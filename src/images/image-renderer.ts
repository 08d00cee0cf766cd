import type { PictureOptions } from '../render/options.js';

/** A map to be drawn. */
export interface PictureJob {
  readonly mapId: number;
  /** The title. */
  readonly mapName: string;
  readonly options: PictureOptions;
}

export interface ImageRenderer {
  /**
   * Draws a map as it is now.
   * @param toFile absolute path; it is not there when the promise is rejected
   * @param signal ends the drawing at once
   * @throws PictureFailed where trying again is of no use; the signal's reason; what is wrong with the database, or the disk
   */
  render(job: PictureJob, toFile: string, signal: AbortSignal): Promise<{ bytes: number }>;
}

/** A picture that cannot be drawn, however often it is tried. The message is for the person whose job it is. */
export class PictureFailed extends Error {}
