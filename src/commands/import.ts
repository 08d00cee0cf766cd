import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { accessOf, keyOption, urlOption } from './call-api.js';
import { json, oneMore } from './import-arguments.js';
import { assertSavable, importFile, saveErrors, tryFile } from './import-file.js';
import { summariseDryRun, summariseJob } from './import-summary.js';
import { CommandError, printResult } from './result.js';

/** Exit codes for some and for all rows rejected. 1 means that a command failed. */
const SOME_REJECTED = 3;
const ALL_REJECTED = 4;

/** Options of the command itself; the others are the import's. */
interface OwnOptions {
  url: string;
  key?: string;
  dryRun?: true;
  errors?: string;
}

const EXIT_CODES = `
Exit codes: 0 no row was rejected, 1 the import failed, ${SOME_REJECTED} some rows were rejected, ${ALL_REJECTED} all were.`;

export function mapId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('it must be the number of a map.');
  return Number(text);
}

export const importCommand = (): Command =>
  new Command('import')
    .description('upload a spreadsheet through the API, wait for the import and print its outcome')
    .addArgument(new Argument('<map_id>').argParser(mapId))
    .argument('<file>', 'CSV, a workbook (.xlsx, .xls, .xlsb, .ods) or GeoJSON; - for standard input')
    .addOption(urlOption())
    .addOption(keyOption())
    // The API validates it: loading its schemas for the list would cost every command 0.2 s.
    .option('--marker-type <type>', 'marker type of every row: pin, circle, us_zip ...')
    .addOption(new Option('--on-duplicate <what>').choices(['skip', 'overwrite', 'error']))
    .option('--match <what>', 'how rows find their markers: place, location_code or field:NAME')
    .addOption(new Option('--on-new <what>', 'fate of rows that meet no marker').choices(['add', 'skip']))
    .addOption(
      new Option('--missing <what>', 'fate of markers that no row meets').choices(['keep', 'delete']),
    )
    .option('--missing-tolerance <rows>', 'rejected rows, or percent of all, with which missing markers go')
    .option('--confirm', 'let --missing delete more than half of the markers')
    .option('--default-country <code>', 'country of rows without one')
    .option('--default-radius <n>', 'radius of circles without one')
    .addOption(new Option('--radius-unit <unit>').choices(['miles', 'km']))
    .option('--default-drive-time <minutes>')
    .option('--no-auto-map', 'recognise exact column names only')
    .option('--sheet <name>', 'sheet of an Excel workbook: its name, or its index from 0')
    .option(
      '--crs <code>',
      'coordinate reference system of the coordinates, such as EPSG:27700; else degrees',
    )
    .option('--fill-merged', 'fill merged cells down')
    .option('--header-row <row>', 'row of the header, where it is not found')
    .option('--skip-rows-after <row>', 'last row of data; later rows are left out')
    .option('--delimiter <character>', 'character between cells; "tab" for a tab')
    .option('--quote <character>', 'character around cells; "" for none')
    .option('--escape <character>', 'character before a quote within quotes')
    .option('--comment <character>', 'character that starts lines to skip')
    .option('--encoding <charset>', 'character encoding of the file')
    .option(
      '--demographics <json>',
      "demographic values of each row's region to attach",
      json('{"fields":["population"]}'),
    )
    .option(
      '--choropleth <json>',
      'column of numbers by which to colour rows, and how',
      json('{"field":"Sales"}'),
    )
    .option(
      '--mapping <json>',
      'which column holds which field: \'{"name":"Shop","zip":3}\'',
      json('{"name":"Shop","zip":3}'),
    )
    .option('--ignore <header>', 'column to leave out; may be given several times', oneMore)
    .option('--remember', "read the account's next file with the same header row like this one")
    .option('--dry-run', 'show what an import would do, without importing')
    .option('--errors <file>', 'file for the rejected rows with their reasons; empty when there are none')
    .addHelpText('after', EXIT_CODES)
    .action(async (mapId: number, file: string, options: OwnOptions & Record<string, unknown>) => {
      const { url, key, dryRun, errors, ...given } = options;
      const access = accessOf({ url, ...(key !== undefined && { key }) });
      if (dryRun && errors !== undefined)
        throw new CommandError(
          '--errors needs an import: a dry run itself shows the first 20 rows with their reasons',
        );
      if (errors !== undefined) await assertSavable(errors, file);
      const request = { ...access, mapId, file, query: queryOf(given), signal: onInterrupt() };
      if (dryRun) {
        const told = await tryFile(request);
        print(told, summariseDryRun);
        return complainOf(told.counts.rejected, told.counts.total);
      }
      const job = await importFile(request);
      print(job, summariseJob);
      if (job.status !== 'completed') throw new CommandError(`the import ${job.status}: ${job.error ?? ''}`);
      if (errors !== undefined) await saveErrors(request, job, errors);
      complainOf(job.error_count, job.total);
    });

/** Prints a summary on a terminal, and the whole job as one line for programs. */
function print<T extends object>(told: T, summarise: (told: T) => string): void {
  if (process.stdout.isTTY) process.stdout.write(summarise(told));
  else printResult(told);
}

/** Sets the exit code for scripts, and writes a line that cron mails. */
function complainOf(rejected: number, total: number): void {
  if (rejected === 0) return;
  process.exitCode = rejected < total ? SOME_REJECTED : ALL_REJECTED;
  if (!process.stdout.isTTY) process.stderr.write(`cartload: ${rejected} of ${total} rows were rejected\n`);
}

/**
 * Aborted by the first Ctrl-C, so that the progress bar restores the terminal; the second one ends the
 * process.
 */
function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** Options as the API takes them: but for one, their names differ from the command's in spelling alone. */
function queryOf({ mapping, autoMap, ...options }: Record<string, unknown>): URLSearchParams {
  const given = { ...options, columnMapping: mapping, ...(autoMap === false && { autoMap }) };
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    entries.map(([name, value]): [string, string] => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      Array.isArray(value) ? JSON.stringify(value) : String(value),
    ]),
  );
}
