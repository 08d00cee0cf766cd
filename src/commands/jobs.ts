import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { dataOf } from '../client/index.js';
import type { DryRun } from '../schema/dry-run.js';
import type { ImageJob } from '../schema/image.js';
import type { BulkJob } from '../schema/job.js';
import {
  accepted,
  accessOf,
  type CommandClient,
  clientOf,
  keyOption,
  openRows,
  urlOption,
} from './call-api.js';
import { json, oneMore } from './import-arguments.js';
import { summariseDryRun, summariseJob } from './import-summary.js';
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

/** Commands for one job, which is then printed. */
const OF_ONE = {
  show: 'print a job: its state, counts, errors and options',
  cancel: 'cancel a job; rows that it has committed stay',
  undo: 'take back what an import did, as a job of its own',
};
type OfOne = keyof typeof OF_ONE;

export function jobsCommand(): Command {
  const command = new Command('jobs')
    .description('list, show, cancel, undo and retry jobs, and fetch rejected rows, through the API')
    .addCommand(listCommand());
  for (const [name, description] of Object.entries(OF_ONE))
    command.addCommand(
      ofJob(new Command(name).description(description)).action(async (id: string, options: Access) =>
        print(await fetchJob(clientOf(accessOf(options)), id, name as OfOne)),
      ),
    );
  return command
    .addCommand(retryCommand())
    .addCommand(
      ofJob(
        new Command('errors').description('write the rejected rows of an import with their reasons, as CSV'),
      )
        .option('--output <file>', 'file to write instead of standard output')
        .option('--skipped', 'the rows that were skipped instead')
        .action(writeRows),
    );
}

const ofJob = (command: Command): Command => withAccess(command).argument('<job_id>', 'id of the job', jobId);

const withAccess = (command: Command): Command => command.addOption(urlOption()).addOption(keyOption());

interface RetryCommandOptions extends Access {
  mapping?: string;
  ignore?: string[];
  option?: [name: string, value: unknown][];
  dryRun?: true;
}

const retryCommand = (): Command =>
  ofJob(new Command('retry').description('try the rejected rows of an import again, as an import of its own'))
    .option(
      '--mapping <json>',
      'which column holds which field: \'{"name":"Shop","zip":3}\'',
      json('{"name":"Shop","zip":3}'),
    )
    .option('--ignore <header>', 'column to leave out; may be given several times', oneMore)
    .option(
      '--option <name=value>',
      'option of the import that is to be another one, such as default_country=DE; may be given several times',
      oneMoreOption,
    )
    .option('--dry-run', 'show what the import would do, without importing')
    .action(async (id: string, { mapping, ignore, option = [], dryRun, ...access }: RetryCommandOptions) => {
      const body = {
        ...Object.fromEntries(option),
        ...(mapping !== undefined && { column_mapping: JSON.parse(mapping) }),
        ...(ignore && { ignore }),
        ...(dryRun && { dry_run: true }),
      };
      const client = clientOf(accessOf(access));
      const params = { path: { job_id: id } };
      const answer = dataOf(client.api.POST('/jobs/{job_id}/retry', { params, body }));
      const told = (await accepted<unknown>(client, answer, missingJob(id))) as Job | DryRun;
      if ('job_id' in told) print(told);
      else if (process.stdout.isTTY) process.stdout.write(summariseDryRun(told));
      else printResult(told);
    });

/** Options whose values are numbers; texts may look like numbers. */
const NUMBERS = ['default_radius', 'default_drive_time'];

function oneMoreOption(text: string, before: readonly [string, unknown][] = []): [string, unknown][] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError(
      'it must be the name of an option and its value, such as match=location_code.',
    );
  const isJson = NUMBERS.includes(name) || /^(?:true$|false$|[[{])/.test(value);
  try {
    return [...before, [name, isJson ? JSON.parse(value) : value]];
  } catch {
    throw new InvalidArgumentError(`${value} is not the JSON that ${name} needs.`);
  }
}

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
    .action(async (options: Access & { map?: string; status?: Job['status'] }) => {
      const client = clientOf(accessOf(options));
      const missing = `the account of the key has no map ${options.map}`;
      // The API judges the number.
      const query = {
        page_size: PAGE,
        ...(options.map !== undefined && { map_id: options.map as unknown as number }),
        ...(options.status !== undefined && { status: options.status }),
      };
      for (let page_token: string | null | undefined; page_token !== null; ) {
        const params = { query: { ...query, ...(page_token && { page_token }) } };
        const page = await accepted(client, dataOf(client.api.GET('/jobs', { params })), missing);
        for (const job of page.data) printResult(job);
        page_token = page.page_info.next_page_token;
      }
    });

async function fetchJob(client: CommandClient, job_id: string, what: OfOne = 'show'): Promise<Job> {
  const { api } = client;
  const params = { path: { job_id } };
  const answer =
    what === 'cancel'
      ? dataOf(api.DELETE('/jobs/{job_id}', { params }))
      : what === 'undo'
        ? dataOf(api.POST('/jobs/{job_id}/undo', { params }))
        : dataOf(api.GET('/jobs/{job_id}', { params }));
  return (await accepted<unknown>(client, answer, missingJob(job_id))) as Job;
}

const missingJob = (id: string): string => `the account of the key has no job ${id}`;

/** Prints a summary of an import on a terminal, and else the whole job as one line. */
function print(job: Job): void {
  if (process.stdout.isTTY && job.kind !== 'image') process.stdout.write(summariseJob(job as BulkJob));
  else printResult(job);
}

async function writeRows(id: string, options: Access & { output?: string; skipped?: true }): Promise<void> {
  const client = clientOf(accessOf(options));
  const job = await fetchJob(client, id);
  if (!('errors_url' in job)) throw new CommandError(`${id} is a picture, which has no rows`);
  const kind = options.skipped ? 'skipped' : 'errors';
  const rows = await openRows(client, { job_id: id, url: job[`${kind}_url`] }, kind);
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
