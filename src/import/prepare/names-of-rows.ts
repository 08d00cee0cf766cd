import { quote } from '../../base/cut.js';
import type { Placer } from '../../geo/placer.js';
import { isRegion } from '../../geo/regions/region-type.js';
import type { ColumnMapping } from '../../schema/job.js';
import type { PlacedRow } from '../place/place-row.js';
import { type IncomingRow, RowDefect } from '../rows/incoming-row.js';
import { type ImportPlan, mayHaveAreas } from '../task.js';

/**
 * Fields that stand for the name where no column names the rows, the best first: fields of which a file has
 * one, and what they hold.
 */
const STAND_INS = [
  { fields: ['location_code'], what: 'location code' },
  { fields: ['street', 'full_address'], what: 'street' },
  { fields: ['city'], what: 'town' },
] as const;
export type StandIn = (typeof STAND_INS)[number];

/** Stand-ins that an upload has columns for; where a row has none of them, its coordinates are its name. */
export const standInsOf = (mapping: readonly ColumnMapping[]): StandIn[] =>
  STAND_INS.filter(({ fields }) =>
    mapping.some(({ field }) => (fields as readonly (string | null)[]).includes(field)),
  );

/** Tells whether an upload has no column that names its rows. Markers of JSON say their names themselves. */
export const isNameless = ({ format, mapping }: Pick<ImportPlan, 'format' | 'mapping'>): boolean =>
  format === 'csv' && !mapping.some(({ field }) => field === 'name');

/** Names for the rows of an upload that have none. */
export class NamesOfRows {
  /** A row without a name is no defect. */
  readonly mayBeEmpty: boolean;
  readonly #standIns: readonly StandIn[] | null;
  readonly #areas: Placer['areas'];

  constructor(plan: ImportPlan, areas: Placer['areas']) {
    const nameless = isNameless(plan);
    // In JSON areas name each marker without the member, which its reader checks.
    this.mayBeEmpty = nameless || (plan.format === 'json' && mayHaveAreas(plan));
    this.#standIns = nameless ? standInsOf(plan.mapping) : null;
    this.#areas = areas;
  }

  /**
   * @throws RowDefect address_unknown for a row whose area is not known, name_missing for one that nothing
   * names
   */
  nameOf(row: IncomingRow, { area }: PlacedRow): string {
    const [, type = '', code = ''] = row.regionSource.split('/');
    if (area === 'none') {
      const where = row.zip === '' ? `at ${row.lat}, ${row.lng}` : `for ${quote(row.zip, 40)}`;
      throw new RowDefect('address_unknown', `no area is known ${where}, and there is no name for a pin`);
    }
    if (isRegion(type)) return this.#areas.nameOf(type, code);
    if (this.#standIns === null)
      throw new RowDefect('name_missing', 'there is no name, and no area to name the row by');
    for (const { what } of this.#standIns) {
      const text = what === 'location code' ? codeOf(row) : what === 'street' ? row.street : row.city;
      if (text !== '') return text;
    }
    return `${row.latText}, ${row.lngText}`;
  }
}

const codeOf = ({ extras }: IncomingRow): string =>
  extras === '' ? '' : ((JSON.parse(extras) as { location_code?: string }).location_code ?? '');
