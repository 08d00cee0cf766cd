/** What this process did since its start. */
export interface ImageCounts {
  /** Files that were drawn. */
  rendered: number;
  /** Requests that were answered with a job that was there. */
  shared: number;
  bytes: number;
  /** Of drawing and keeping them. */
  seconds: number;
}

export const noImages = (): ImageCounts => ({ rendered: 0, shared: 0, bytes: 0, seconds: 0 });
