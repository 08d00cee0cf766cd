import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ImageJob } from '../schema/image.js';
import type { BulkJob } from '../schema/job.js';
import { type ApiAccess, accepted, accessOf, callApi, keyOption, openRows, urlOption } from './call-api.js';
import { summariseJob } from './import-summary.js';
import { CommandError, printResult } from './result.js';

type Job = BulkJob | ImageJob;

const PAGE = 100;

interface Access {
  url: string;
  key?: string;
}

function jobId(text: string): string {
  if (!/^[A-Za-z0-9_]{1,100}$/.test(text)) throw new InvalidArgumentError('it must be the id of a job.');
  return text;
}

export const jobsCommand = (): Command =>
  new Command('jobs')
    .description('list, show, cancel and undo jobs, and fetch rejected rows, through the API')
    .addCommand(listCommand())
    .addCommand(
      withAccess(new Command('show').description('print a job: its state, counts, errors and options'))
        .argument('<job_id>', 'id of the job', jobId)
        .action(async (id: string, options: Access) => print(await fetchJob(accessOf(options), id))),
    )
    .addCommand(
      withAccess(new Command('cancel').description('cancel a job; rows that it has committed stay'))
        .argument('<job_id>', 'id of the job', jobId)
        .action(async (id: string, options: Access) =>
          print(await fetchJob(accessOf(options), id, 'DELETE')),
        ),
    )
    .addCommand(
      withAccess(new Command('undo').description('take back what an import did, as a job of its own'))
        .argument('<job_id>', 'id of the job', jobId)
        .action(async (id: string, options: Access) =>
          print(await fetchJob(accessOf(options), `${id}/undo`, 'POST')),
        ),
    )
    .addCommand(
      withAccess(
        new Command('errors').description('write the rejected rows of an import with their reasons, as CSV'),
      )
        .argument('<job_id>', 'id of the job', jobId)
        .option('--output <file>', 'file to write instead of standard output')
        .option('--skipped', 'the rows that were skipped instead')
        .action(writeRows),
    );

const withAccess = (command: Command): Command => command.addOption(urlOption()).addOption(keyOption());

const listCommand = (): Command =>
  withAccess(new Command('list').description('print jobs, one JSON line each, the newest first'))
    .option('--map <map_id>', 'jobs of this map alone')
    .addOption(
      new Option('--status <status>', 'jobs in this state alone').choices([
        'queued',
        'processing',
        'completed',
        'failed',
        'cancelled',
      ]),
    )
    .action(async (options: Access & { map?: string; status?: string }) => {
      const access = accessOf(options);
      for (let token: string | null = ''; token !== null; ) {
        const query = new URLSearchParams({
          page_size: String(PAGE),
          ...(options.map !== undefined && { map_id: options.map }),
          ...(options.status !== undefined && { status: options.status }),
          ...(token !== '' && { page_token: token }),
        });
        const missing = `the account of the key has no map ${options.map}`;
        const page = accepted<Page>(await callApi(access, `/jobs?${query}`, { missing }));
        for (const job of page.data) printResult(job);
        token = page.page_info.next_page_token;
      }
    });

interface Page {
  data: Job[];
  page_info: { next_page_token: string | null };
}

const fetchJob = async (access: ApiAccess, id: string, method = 'GET'): Promise<Job> =>
  accepted<Job>(
    await callApi(access, `/jobs/${id}`, { method, missing: `the account of the key has no job ${id}` }),
  );

/** Prints a summary of an import on a terminal, and else the whole job as one line. */
function print(job: Job): void {
  if (process.stdout.isTTY && job.kind !== 'image') process.stdout.write(summariseJob(job as BulkJob));
  else printResult(job);
}

async function writeRows(id: string, options: Access & { output?: string; skipped?: true }): Promise<void> {
  const access = accessOf(options);
  const job = await fetchJob(access, id);
  if (!('errors_url' in job)) throw new CommandError(`${id} is a picture, which has no rows`);
  const kind = options.skipped ? 'skipped' : 'errors';
  const rows = await openRows(access, { job_id: id, url: job[`${kind}_url`] }, kind);
  if (options.output === undefined) {
    if (rows) for await (const chunk of rows) process.stdout.write(chunk);
    return;
  }
  try {
    await pipeline(rows ?? Readable.from([]), createWriteStream(options.output));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(`cannot save the rows to ${options.output}: ${code ?? message}`);
  }
}
