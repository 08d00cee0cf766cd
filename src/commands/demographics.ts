import { Command, InvalidArgumentError, Option } from 'commander';
import { DEMOGRAPHIC_LEVELS, type DemographicLevel } from '../geo/demographics/level.js';
import { listed } from '../geo/gazetteer/messages.js';
import { sqlState } from '../store/client.js';
import { loadColumns } from '../store/demographics.js';
import { readCatalog } from '../world/demographics/catalog.js';
import { DEMOGRAPHIC_TYPES, type DemographicType } from '../world/demographics/field.js';
import { fieldsOfTable } from '../world/demographics/load/fields-of-table.js';
import { readDemographicTable, TableDefect } from '../world/demographics/load/read-table.js';
import { codesWithoutArea } from './codes-without-area.js';
import { withDatabase } from './database.js';
import { CommandError, printResult } from './result.js';

interface LoadOptions {
  level: DemographicLevel;
  code?: string;
  types?: Map<string, DemographicType>;
  credit?: string;
  licence?: string;
}

/** Reads `Header=type`; the option may be repeated. */
function typeOfColumn(text: string, before: Map<string, DemographicType> = new Map()) {
  const at = text.lastIndexOf('=');
  const type = text.slice(at + 1) as DemographicType;
  if (at < 1 || !DEMOGRAPHIC_TYPES.includes(type)) {
    throw new InvalidArgumentError(
      `it must be a header and its type, as in "Income=${DEMOGRAPHIC_TYPES.join('|')}".`,
    );
  }
  return before.set(text.slice(0, at), type);
}

export function demographicsCommand(): Command {
  const command = new Command('demographics').description(
    'demographic fields that imports attach to markers',
  );
  command.addCommand(
    new Command('load')
      .description('add the columns of a CSV file to the catalog, or replace them at this level')
      .argument('<file>', 'CSV in UTF-8 with one column of region codes and columns of values')
      .addOption(
        new Option('--level <level>', 'kind of region that the codes identify')
          .choices(DEMOGRAPHIC_LEVELS)
          .makeOptionMandatory(),
      )
      .option(
        '--code <header>',
        'column of the codes; by default found by its name (zip, geoid, fips, iso …)',
      )
      .option('--types <header=type>', 'type of a column; may be repeated', typeOfColumn)
      .option('--credit <text>', 'owner of the data, to be named')
      .option('--licence <text>', 'licence of the data')
      .action(load),
  );
  command.addCommand(
    new Command('list').description('list the fields of the catalog, one JSON line each').action(() =>
      withDatabase(async ({ sql }) => {
        for (const { id, key, label, type, levels, loaded } of await readCatalog(sql)) {
          const sources = levels.map((level) => {
            const column = loaded.find((each) => each.level === level);
            if (!column) return { level, source: 'embedded' };
            const { rows, credit, licence, loadedAt } = column;
            return { level, source: 'loaded', rows, credit, licence, loaded_at: loadedAt };
          });
          printResult({ id, key, label, type, levels: sources });
        }
      }),
    ),
  );
  return command;
}

async function load(file: string, options: LoadOptions): Promise<void> {
  const { level, code = null, types = new Map(), credit = null, licence = null } = options;
  try {
    // Read first, so that a defective file does not start an embedded database.
    const table = await readDemographicTable(file, level, code);
    await withDatabase(async ({ sql }) => {
      const all = fieldsOfTable(table, level, types, await readCatalog(sql));
      const fields = all.filter(({ rows }) => rows > 0);
      if (fields.length === 0) throw new TableDefect('no column has a value');
      const empty = all.filter(({ rows }) => rows === 0).map(({ label }) => label);
      const loaded = await loadColumns(sql, level, fields, { credit, licence });
      const nowhere = await codesWithoutArea(sql, level, table.codes);
      if (nowhere.length > 0)
        process.stderr.write(
          `cartload: ${nowhere.length} of ${table.codes.length} codes have no area, so no marker gets their values: ${listed(nowhere)}\n`,
        );
      printResult({
        level,
        rows: table.codes.length,
        fields: fields.map(({ key, label, type, rows }, i) => {
          const { id, replaced } = loaded[i]!;
          return { id, key, label, type, values: rows, replaced };
        }),
        empty_columns: empty,
      });
    });
  } catch (error) {
    throw describeRefusal(error, file);
  }
}

function describeRefusal(error: unknown, file: string): unknown {
  if (error instanceof TableDefect) return new CommandError(`${file}: ${error.message}; nothing was loaded`);
  if (sqlState(error) === 'CL400')
    return new CommandError(`${file}: ${(error as Error).message}; nothing was loaded`);
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === 'open' || syscall === 'read'
    ? new CommandError(`${file} cannot be read: ${code}`)
    : error;
}
