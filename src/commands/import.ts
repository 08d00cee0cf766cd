import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { assertSavable, importFile, saveErrors, tryFile } from './import-file.js';
import { summariseDryRun, summariseJob } from './import-summary.js';
import { CommandError, printResult } from './result.js';

/** Exit codes: some rows were rejected, all were. 1 is that of every command that failed. */
const SOME_REJECTED = 3;
const ALL_REJECTED = 4;

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
  sheet?: string;
  delimiter?: string;
  quote?: string;
  escape?: string;
  comment?: string;
  encoding?: string;
  demographics?: string;
  choropleth?: string;
  mapping?: string;
  dryRun?: true;
  errors?: string;
}

const EXIT_CODES = `
Exit codes: 0 all rows were taken, 1 the import failed, ${SOME_REJECTED} some rows were rejected, ${ALL_REJECTED} all were.`;

function id(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('the number of a map is needed.');
  return Number(text);
}

function baseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('an http or https URL is needed.');
  return text.replace(/\/+$/, '');
}

/** A key read from a file often brings its line end along. */
function apiKey(text: string): string {
  const key = text.trim();
  if (!/^[!-~]+$/.test(key)) throw new InvalidArgumentError('a key has no blanks and no special characters.');
  return key;
}

export const importCommand = (): Command =>
  new Command('import')
    .description('upload a spreadsheet through the API, wait, and say what came of it')
    .addArgument(new Argument('<map_id>').argParser(id))
    .argument('<file>', 'CSV, an Excel workbook (.xlsx) or GeoJSON; - for standard input')
    .addOption(
      new Option('--url <url>', 'base_url')
        .env('CARTLOAD_URL')
        .default('http://127.0.0.1:8080/v1')
        .argParser(baseUrl),
    )
    .addOption(new Option('--key <key>', 'API key').env('CARTLOAD_KEY').argParser(apiKey))
    // Judged by the API: loading its schemas for the list would take every command 0.2 s.
    .option('--marker-type <type>', 'of every row: pin, circle, us_zip ...')
    .addOption(new Option('--on-duplicate <what>').choices(['skip', 'overwrite', 'error']))
    .option('--default-country <code>', 'for rows without a country')
    .option('--default-radius <n>', 'for circles')
    .addOption(new Option('--radius-unit <unit>').choices(['miles', 'km']))
    .option('--default-drive-time <minutes>')
    .option('--no-auto-map', 'exact column names only')
    .option('--sheet <name>', 'of an Excel workbook: its name or 0-based index')
    .option('--delimiter <character>', 'between cells; "tab" for a tab')
    .option('--quote <character>', 'around cells; "" when they have none')
    .option('--escape <character>', 'before a quote within quotes')
    .option('--comment <character>', 'at the beginning of lines that are left out')
    .option('--encoding <charset>', 'of the file')
    .option('--demographics <json>', "values of each row's region to attach")
    .option('--choropleth <json>', 'by which number rows are coloured')
    .option('--mapping <json>', 'which column holds which field: \'{"name":"Shop","zip":3}\'')
    .option('--dry-run', 'say what an import would do, and import nothing')
    .option(
      '--errors <file>',
      'where to save the rejected rows with their reasons; empty when there are none',
    )
    .addHelpText('after', EXIT_CODES)
    .action(async (mapId: number, file: string, options: ImportCommandOptions) => {
      if (options.key === undefined) throw new CommandError('no API key: give --key or set CARTLOAD_KEY');
      if (options.dryRun && options.errors !== undefined)
        throw new CommandError(
          '--errors needs an import: a dry run shows the first 20 rows with their reasons',
        );
      if (options.errors !== undefined) await assertSavable(options.errors, file);
      const request = {
        baseUrl: options.url,
        key: options.key,
        mapId,
        file,
        query: queryOf(options),
        signal: onInterrupt(),
      };
      if (options.dryRun) {
        const told = await tryFile(request);
        print(told, summariseDryRun);
        return complainOf(told.counts.rejected, told.counts.total);
      }
      const job = await importFile(request);
      print(job, summariseJob);
      if (job.status !== 'completed') throw new CommandError(`the import ${job.status}: ${job.error ?? ''}`);
      if (options.errors !== undefined) await saveErrors(request, job, options.errors);
      complainOf(job.error_count, job.total);
    });

/** People get a few lines, programs the whole in one. */
function print<T extends object>(told: T, summarise: (told: T) => string): void {
  if (process.stdout.isTTY) process.stdout.write(summarise(told));
  else printResult(told);
}

/** cron mails what is written, and scripts look at the exit code. */
function complainOf(rejected: number, total: number): void {
  if (rejected === 0) return;
  process.exitCode = rejected < total ? SOME_REJECTED : ALL_REJECTED;
  if (!process.stdout.isTTY) process.stderr.write(`cartload: ${rejected} of ${total} rows were rejected\n`);
}

/** Aborted by the first Ctrl-C, so that the progress bar gives the terminal back; the second one ends the process. */
function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

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
    sheet: options.sheet,
    delimiter: options.delimiter,
    quote: options.quote,
    escape: options.escape,
    comment: options.comment,
    encoding: options.encoding,
    demographics: options.demographics,
    choropleth: options.choropleth,
    column_mapping: options.mapping,
  };
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, value);
  return query;
}
