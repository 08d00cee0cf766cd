import type { DryRun, PreviewColumn, PreviewRow } from '../../schema/dry-run.js';
import { MAPPED_FIELDS } from '../../schema/import-fields.js';
import { Icon, plural } from '../ui.js';
import { type Choices, CUSTOM, IGNORE, readingOf } from './options.js';
import { cellOf, howOf, wordsOf } from './words.js';

const GROUPS: [string, readonly string[]][] = [
  ['Place', ['name', 'category', 'color', 'location_code']],
  ['Coordinates', ['lat', 'lng', 'lat_lng']],
  [
    'Address',
    ['full_address', 'street', 'house_number', 'street2', 'city', 'state', 'zip', 'country', 'county'],
  ],
];
const GROUPED = new Set(GROUPS.flatMap(([, fields]) => fields));
const OTHERS = MAPPED_FIELDS.filter((field) => !GROUPED.has(field));
/** Columns that are shown at first: a table of thousands would hold the page up. */
const MOST_COLUMNS = 60;

const OUTCOMES: Readonly<Record<PreviewRow['outcome'], string>> = {
  added: 'New',
  updated: 'Update',
  unchanged: 'Same',
  skipped: 'Skip',
  rejected: 'Rejected',
};

interface Props {
  result: DryRun;
  columns: Choices['columns'];
  onColumn: (index: number, reading: string) => void;
}

/** The first rows as they are read, below what each column is read as. */
export function ColumnGrid({ result, columns, onColumn }: Props) {
  const mapping = result.mapping.slice(0, MOST_COLUMNS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="grid-scroll" aria-label="Columns and first rows" tabIndex={0}>
      <table class="grid">
        <thead>
          <tr>
            <th scope="col" class="outcome">
              Row
            </th>
            {mapping.map((column) => (
              <ColumnHead
                key={column.index}
                column={column}
                chosen={columns[column.index]}
                onColumn={onColumn}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {result.rows.map((row) => (
            <tr key={row.index} class={row.outcome}>
              <th scope="row" class="outcome">
                <span class="line">{row.line ?? row.index + 1}</span>
                <span class={`tag ${row.outcome}`}>{OUTCOMES[row.outcome]}</span>
              </th>
              {row.marker ? (
                mapping.map((column) => <td key={column.index}>{cellOf(column, row.marker!)}</td>)
              ) : (
                <td class="row-error" colSpan={mapping.length}>
                  <Icon name="warning" /> {row.error?.message}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {result.mapping.length > mapping.length && (
        <p class="muted">
          {plural(result.mapping.length - mapping.length, 'more column')} kept as fields or read as their
          names say.
        </p>
      )}
    </section>
  );
}

function ColumnHead({
  column,
  chosen,
  onColumn,
}: { column: PreviewColumn; chosen: string | undefined } & Pick<Props, 'onColumn'>) {
  const { index, header, how, confidence, why, second_best: other, samples } = column;
  const isGuess = how === 'inferred' || how === 'pattern';
  const isDoubtful = isGuess && confidence < 0.7;
  const otherReading = other && (other.field ?? CUSTOM);
  const name = header || `Column ${index + 1}`;
  return (
    <th scope="col" class={isDoubtful ? 'doubtful' : undefined}>
      <span class="header-name" title={header}>
        {name}
      </span>
      <select
        aria-label={`Read column ${name} as`}
        value={chosen ?? readingOf(column)}
        onChange={(event) => onColumn(index, event.currentTarget.value)}
      >
        <option value={CUSTOM}>Keep as a field</option>
        <option value={IGNORE}>Leave out</option>
        {GROUPS.map(([label, fields]) => (
          <optgroup key={label} label={label}>
            {fields.map((field) => (
              <option key={field} value={field}>
                {wordsOf(field)}
              </option>
            ))}
          </optgroup>
        ))}
        <optgroup label="More">
          {OTHERS.map((field) => (
            <option key={field} value={field}>
              {wordsOf(field)}
            </option>
          ))}
        </optgroup>
      </select>
      <span class="how">
        {howOf(how)}
        {isGuess && (
          <span class={isDoubtful ? 'sure low' : 'sure'}>{Math.round(confidence * 100)} % sure</span>
        )}
      </span>
      {how !== 'explicit' && how !== 'custom' && (
        <span class="why" title={why}>
          {why}
        </span>
      )}
      {other && otherReading !== readingOf(column) && isGuess && other.probability >= 0.05 && (
        <button type="button" class="other" onClick={() => onColumn(index, otherReading!)}>
          or {otherReading === CUSTOM ? 'keep as a field' : wordsOf(otherReading!)} (
          {Math.round(other.probability * 100)} %)
        </button>
      )}
      <span class="samples" title={samples.join('\n')}>
        {samples.join(' · ') || 'no values'}
      </span>
    </th>
  );
}
