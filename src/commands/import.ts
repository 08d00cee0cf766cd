import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Presets, SingleBar } from 'cli-progress';
import { Command, Option } from 'commander';
import type { BulkJob } from '../schema/job.js';
import { MARKER_TYPES } from '../schema/marker.js';
import { CommandError, printResult } from './result.js';

interface ImportCommandOptions {
  url: string;
  key?: string;
  markerType?: string;
  onDuplicate?: string;
  defaultCountry?: string;
  defaultRadius?: string;
  radiusUnit?: string;
  defaultDriveTime?: string;
  autoMap: boolean;
}

const POLL_MS = 250;

export const importCommand = (): Command =>
  new Command('import')
    .description('upload a CSV file through the API, wait, and print the job')
    .argument('<map_id>')
    .argument('<file>')
    .addOption(new Option('--url <url>', 'base_url').env('CARTLOAD_URL').default('http://127.0.0.1:8080/v1'))
    .addOption(new Option('--key <key>', 'API key').env('CARTLOAD_KEY'))
    .addOption(new Option('--marker-type <type>').choices(MARKER_TYPES))
    .addOption(new Option('--on-duplicate <what>').choices(['skip', 'overwrite', 'error']))
    .option('--default-country <code>', 'for rows without a country')
    .option('--default-radius <n>', 'for circles')
    .addOption(new Option('--radius-unit <unit>').choices(['miles', 'km']))
    .option('--default-drive-time <minutes>')
    .option('--no-auto-map', 'exact column names only')
    .action(async (mapId: string, file: string, options: ImportCommandOptions) => {
      if (options.key === undefined) throw new CommandError('no API key: give --key or set CARTLOAD_KEY');
      const job = await importFile({
        baseUrl: options.url,
        key: options.key,
        mapId,
        file,
        query: queryOf(options),
      });
      printResult(job);
      if (job.status !== 'completed') throw new CommandError(`the import ${job.status}: ${job.error ?? ''}`);
    });

function queryOf(options: ImportCommandOptions): URLSearchParams {
  const query = new URLSearchParams();
  const members = {
    marker_type: options.markerType,
    on_duplicate: options.onDuplicate,
    default_country: options.defaultCountry,
    default_radius: options.defaultRadius,
    radius_unit: options.radiusUnit,
    default_drive_time: options.defaultDriveTime,
    auto_map: options.autoMap ? undefined : 'false',
  };
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, value);
  return query;
}

export interface ImportRequest {
  baseUrl: string;
  key: string;
  mapId: string | number;
  file: string;
  query?: URLSearchParams;
}

/**
 * Uploads a CSV file and follows its job to the end, with a progress bar on stderr where that is a terminal.
 * @throws CommandError with the API's message when it refuses
 */
export async function importFile({ baseUrl, key, mapId, file, query }: ImportRequest): Promise<BulkJob> {
  const { size } = await stat(file).catch(() => {
    throw new CommandError(`${file} cannot be read`);
  });
  const bar = new SingleBar(
    { format: '{stage} [{bar}] {percentage}% {detail}', stream: process.stderr },
    Presets.shades_classic,
  );
  const authorization = `Bearer ${key}`;
  let sent = 0;
  bar.start(100, 0, { stage: 'uploading', detail: '' });
  try {
    const body = createReadStream(file, { highWaterMark: 512 * 1024 });
    body.on('data', (chunk) => {
      sent += chunk.length;
      bar.update(size === 0 ? 100 : (100 * sent) / size, { detail: `${(sent / 1e6).toFixed(1)} MB` });
    });
    let job = await call(`${baseUrl}/maps/${mapId}/markers/bulk?${query ?? ''}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/csv', 'content-length': String(size) },
      body: Readable.toWeb(body) as ReadableStream,
      duplex: 'half',
    });
    while (job.status === 'queued' || job.status === 'processing') {
      const { processed, total } = job;
      bar.update(total === 0 ? 100 : (100 * processed) / total, {
        stage: 'importing',
        detail: `${processed} of ${total} rows`,
      });
      await delay(POLL_MS);
      job = await call(job.status_url, { headers: { authorization } });
    }
    bar.update(100, { stage: job.status, detail: `${job.processed} of ${job.total} rows` });
    return job;
  } finally {
    bar.stop();
  }
}

async function call(url: string, init: RequestInit): Promise<BulkJob> {
  const response = await fetch(url, init).catch((error) => {
    throw new CommandError(`${url} cannot be reached: ${error.cause?.message ?? error.message}`);
  });
  const body = (await response.json()) as BulkJob & { error?: { code: string; message: string } };
  if (!response.ok) throw new CommandError(`${response.status} ${body.error?.code}: ${body.error?.message}`);
  return body;
}
