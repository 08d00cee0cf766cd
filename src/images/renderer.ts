import type { PictureOptions } from '../render/options.js';

/** A picture that is asked for. */
export interface ImageOrder {
  mapId: number;
  mapName: string;
  options: PictureOptions;
}

/** Draws pictures of maps into files. */
export interface ImageRenderer {
  /**
   * Version of everything that pictures depend on besides the map: style, base data, boundaries. Pictures of
   * another version are drawn anew. Contains no blanks.
   */
  version(): string;
  /**
   * @param toFile absolute path of a file that is not there yet
   * @param signal ends the work
   * @throws ImageFailed when another attempt would fail, too; the signal's reason; other errors, after which
   * an attempt may succeed
   */
  render(order: ImageOrder, toFile: string, signal: AbortSignal): Promise<RenderedPicture>;
}

export interface RenderedPicture {
  /** Size of the file. */
  bytes: number;
  /** Milliseconds of computing. */
  cpuMs: number;
  /** A service did not answer, and the picture lacks its part. */
  isIncomplete?: boolean;
}

/** Thrown by a renderer: this picture cannot be drawn. The message is for the client. */
export class ImageFailed extends Error {
  /** Milliseconds of computing until then, where they are known. */
  readonly cpuMs: number;

  constructor(message: string, cpuMs = 0) {
    super(message);
    this.cpuMs = cpuMs;
  }
}
