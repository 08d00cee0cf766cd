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
   * What pictures depend on besides the map: style, base data, boundaries. Where it differs, what was drawn before is not shown again.
   * Without blanks.
   */
  version(): string;
  /**
   * @param toFile absolute path of a file that is not there yet
   * @param signal ends the work
   * @throws ImageFailed when trying again is of no use; the signal's reason; what else keeps it from drawing
   */
  render(order: ImageOrder, toFile: string, signal: AbortSignal): Promise<Rendered>;
}

export interface Rendered {
  /** Of the file. */
  bytes: number;
  /** Milliseconds of computing. */
  cpuMs: number;
  /** Not as it would be if every service had answered. */
  isIncomplete?: boolean;
}

/** Thrown by a renderer: this picture cannot be drawn. The message is for whoever asked for it. */
export class ImageFailed extends Error {
  /** Milliseconds of computing until then, where they are known. */
  readonly cpuMs: number;

  constructor(message: string, cpuMs = 0) {
    super(message);
    this.cpuMs = cpuMs;
  }
}
