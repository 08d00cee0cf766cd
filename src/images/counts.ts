import { counter, type MetricReader } from '../base/metrics/metric-reader.js';

/** Totals of this process since its start. */
export interface ImageCounts {
  /** Files that were drawn. */
  rendered: number;
  /** Requests that were answered with a job that was there. */
  shared: number;
  bytes: number;
  /** Time of drawing and storing. */
  seconds: number;
}

export const noImages = (): ImageCounts => ({ rendered: 0, shared: 0, bytes: 0, seconds: 0 });

export const imageReadings = (counts: ImageCounts): MetricReader[] => [
  counter(
    'image_requests_shared_total',
    'Requests answered with a picture that was there, or under way',
    () => counts.shared,
  ),
  counter('image_bytes_total', 'Bytes of pictures that this process drew', () => counts.bytes),
  counter('image_seconds_total', 'Time in which this process drew pictures', () => counts.seconds),
];
