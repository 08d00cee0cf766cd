import type { ChoroplethMethod } from '../../import/choropleth/config.js';
import { RAMP_NAMES, type RampName } from '../../schema/color-ramps.js';
import type { DryRun } from '../../schema/dry-run.js';
import type { MarkerType } from '../../schema/marker-terms.js';
import type { Color } from '../../schema/palette.js';
import { drawnColors } from '../map/drawn-colors.js';
import { Dot } from '../map/legend.js';
import { Field, Options, plural } from '../ui.js';
import type { Choices } from './options.js';

const TYPES: Partial<Record<MarkerType, string>> = {
  pin: 'Places, each a pin',
  us_county: 'US counties',
  us_state: 'US states',
  us_zip: 'US ZIP areas',
  country: 'Countries',
  ca_fsa: 'Canadian postal areas (FSA)',
  uk_postcode: 'British postcode areas',
  de_postcode: 'German postcode areas',
  au_state: 'Australian states',
  au_postcode: 'Australian postcode areas',
};
const METHODS: Record<ChoroplethMethod, string> = {
  quantile: 'As many rows in each',
  equal: 'Of equal width',
  jenks: 'Natural breaks',
};
const CLASS_COUNTS = [3, 4, 5, 6, 7, 8, 9];

interface Props {
  choices: Choices;
  onChoices: (changes: Partial<Choices>) => void;
}

/** What a row is on the map: a pin, or an area that its code or address names. */
export const AreaType = ({ choices, onChoices }: Props) => (
  <Field label="Rows are">
    {(id) => (
      <select
        id={id}
        value={choices.markerType}
        onChange={(event) => onChoices({ markerType: event.currentTarget.value as MarkerType })}
      >
        {Object.entries(TYPES).map(([type, words]) => (
          <option key={type} value={type}>
            {words}
          </option>
        ))}
      </select>
    )}
  </Field>
);

/** Columns with numbers by which rows can be coloured, most numbers first. */
function numberColumns({ mapping }: DryRun): string[] {
  const numbers = ({ samples }: DryRun['mapping'][number]): number =>
    samples.filter((text) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(text)).length;
  return mapping
    .filter((column) => column.field === null && column.how !== 'ignored' && column.header !== '')
    .filter((column) => numbers(column) > 0)
    .toSorted((a, b) => numbers(b) - numbers(a))
    .map(({ header }) => header);
}

/** Kind of the areas, and the classes by which a column colours rows, as the import would make them. */
export function AreasForm(props: Props & { result: DryRun; colors: Map<string, Color> }) {
  const { result, colors, choices, onChoices } = props;
  const { areas, classes } = result;
  const { classField } = choices;
  const drawn = drawnColors(
    colors,
    classes.map(({ category, color }) => ({ name: category, color })),
  );
  const columns = numberColumns(result);
  if (classField !== '' && !columns.includes(classField)) columns.push(classField);
  return (
    <>
      <div class="overrule">
        <AreaType choices={choices} onChoices={onChoices} />
        {columns.length > 0 && (
          <Field label="Coloured by">
            {(id) => (
              <select
                id={id}
                value={classField}
                onChange={(event) => onChoices({ classField: event.currentTarget.value })}
              >
                <option value="">Their category</option>
                <Options names={columns} />
              </select>
            )}
          </Field>
        )}
        {classField !== '' && (
          <>
            <Field label="Classes">
              {(id) => (
                <select
                  id={id}
                  value={choices.classCount}
                  onChange={(event) => onChoices({ classCount: Number(event.currentTarget.value) })}
                >
                  {CLASS_COUNTS.map((n) => (
                    <option key={n}>{n}</option>
                  ))}
                </select>
              )}
            </Field>
            <Field label="Limits of the classes">
              {(id) => (
                <select
                  id={id}
                  value={choices.method}
                  onChange={(event) => onChoices({ method: event.currentTarget.value as ChoroplethMethod })}
                >
                  {Object.entries(METHODS).map(([method, words]) => (
                    <option key={method} value={method}>
                      {words}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label="Colours">
              {(id) => (
                <select
                  id={id}
                  value={choices.ramp}
                  onChange={(event) => onChoices({ ramp: event.currentTarget.value as RampName })}
                >
                  {RAMP_NAMES.map((ramp) => (
                    <option key={ramp}>{ramp}</option>
                  ))}
                </select>
              )}
            </Field>
          </>
        )}
      </div>
      {areas.none > 0 && <p class="muted">{plural(areas.none, 'row')} without a known area would be pins.</p>}
      {areas.approximate > 0 && (
        <p class="muted">{plural(areas.approximate, 'area')} would have an approximate outline.</p>
      )}
      {classes.length > 0 && (
        <ul class="legend" aria-label={`Classes of ${classField}`}>
          {classes.map(({ category, color, rows }) => (
            <li key={category}>
              <Dot color={drawn.get(color)} />
              <span>{category}</span>
              <span class="muted">{plural(rows, 'row')}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
