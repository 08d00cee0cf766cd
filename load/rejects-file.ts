import type { BulkJob } from '../src/schema/job.js';
import type { BenchServer } from './server.js';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/**
 * Fetches a job's errors.csv.
 * @returns its size, and its records without the header; line breaks in cells do not count
 */
export async function readRejectsFile(
  { key }: BenchServer,
  { errors_url }: BulkJob,
): Promise<{ bytes: number; rows: number }> {
  const response = await fetch(errors_url!, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`errors.csv: ${response.status} ${await response.text()}`);
  let bytes = 0;
  let records = 0;
  let quoted = false;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_FEED && !quoted) records++;
    }
  }
  return { bytes, rows: records - 1 };
}
