import type { DryRun } from '../../schema/dry-run.js';
import { Button, Field, Icon, plural } from '../ui.js';
import type { Choices } from './options.js';
import { runsOf, SKIPPED } from './words.js';

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
};
/** A workbook with as many may have more than the service lists. */
const MOST_SHEETS = 20;
/** Notes that are shown without being asked for. */
const MOST_NOTES = 3;

/** "rows 1 to 2: title", by reason */
function leftOut({ skipped_rows: rows, skipped_row_count: count }: DryRun): string {
  const reasons = [...new Set(rows.map(({ reason }) => reason))];
  const shown = reasons.map((reason) => {
    const numbers = rows.filter((row) => row.reason === reason).map(({ row }) => row);
    return `${numbers.length === 1 ? 'row' : 'rows'} ${runsOf(numbers)} (${SKIPPED[reason]})`;
  });
  return shown.join(', ') + (count > rows.length ? ` and ${count - rows.length} more` : '');
}

/** What was read of the file, and where to overrule it. */
export function ReadSummary(props: {
  result: DryRun;
  choices: Choices;
  onChoices: (changes: Partial<Choices>) => void;
}) {
  const { result, choices, onChoices } = props;
  const { sheet, sheets, header_row, encoding, delimiter, skipped_row_count, counts, notes } = result;
  return (
    <>
      <dl class="facts">
        {sheet !== null && (
          <div>
            <dt>Sheet</dt>
            <dd>{sheet}</dd>
          </div>
        )}
        {header_row !== null && (
          <div>
            <dt>Header</dt>
            <dd>row {header_row}</dd>
          </div>
        )}
        <div>
          <dt>Data</dt>
          <dd>{plural(counts.total, 'row')}</dd>
        </div>
        <div>
          <dt>Encoding</dt>
          <dd>
            {encoding}
            {delimiter !== null && sheet === null && `, ${DELIMITERS[delimiter] ?? delimiter}`}
          </dd>
        </div>
        {skipped_row_count > 0 && (
          <div class="wide">
            <dt>Left out</dt>
            <dd>{leftOut(result)}</dd>
          </div>
        )}
      </dl>
      {notes.length > 0 && (
        <ul class="notes">
          {notes.slice(0, MOST_NOTES).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {notes.length > MOST_NOTES && (
        <details>
          <summary>{plural(notes.length - MOST_NOTES, 'more note')}</summary>
          <ul class="notes">
            {notes.slice(MOST_NOTES).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
      {header_row !== null && (
        <details>
          <summary>Wrong sheet, header or country?</summary>
          <form
            class="overrule"
            onSubmit={(event) => {
              event.preventDefault();
              const form = new FormData(event.currentTarget);
              const row = Number(form.get('row'));
              onChoices({
                // Columns of another table are others.
                columns: {},
                headerRow: row > 0 ? row : null,
                sheet: String(form.get('sheet') ?? ''),
                defaultCountry: String(form.get('country') ?? ''),
              });
            }}
          >
            {sheet !== null && (
              <Field label="Sheet">
                {(id) =>
                  sheets.length < MOST_SHEETS ? (
                    <select id={id} name="sheet" defaultValue={sheet}>
                      {sheets.map(({ name, rows, more_rows }) => (
                        <option key={name} value={name} selected={name === sheet}>
                          {name} (
                          {plural(
                            rows,
                            more_rows ? 'row and more' : 'row',
                            more_rows ? 'rows and more' : 'rows',
                          )}
                          )
                        </option>
                      ))}
                    </select>
                  ) : (
                    <input id={id} name="sheet" placeholder={sheet} defaultValue={choices.sheet} />
                  )
                }
              </Field>
            )}
            <Field label="Row of the header">
              {(id) => (
                <input
                  id={id}
                  name="row"
                  type="number"
                  min={1}
                  placeholder={String(header_row)}
                  defaultValue={choices.headerRow ?? ''}
                />
              )}
            </Field>
            <Field label="Country of rows that name none">
              {(id) => (
                <input
                  id={id}
                  name="country"
                  pattern="[A-Za-z]{2,3}"
                  title="Two or three letters, such as US"
                  placeholder="such as US"
                  defaultValue={choices.defaultCountry}
                />
              )}
            </Field>
            <Button type="submit">Read again</Button>
          </form>
        </details>
      )}
    </>
  );
}

/** Rows that the import would reject, by what is wrong with them. */
export function Rejections({ result }: { result: DryRun }) {
  const { error_summary: groups, counts } = result;
  if (counts.rejected === 0) return null;
  return (
    <section aria-labelledby="rejections">
      <h3 id="rejections">{plural(counts.rejected, 'row')} would be rejected</h3>
      <p class="muted">
        {counts.rejected < counts.total
          ? 'The other rows are imported. Rejected rows can be mended here afterwards.'
          : 'No row can be imported as the file is read now. Look whether the columns above are read rightly; else mend the file, and drop it again.'}
      </p>
      <ul class="rejections">
        {groups.map(({ code, column, count: rows, example, hint }) => (
          <li key={`${code} ${column}`}>
            <Icon name="warning" />
            <div>
              <p>
                <strong>
                  {plural(rows, 'row')}
                  {column !== null && ` in “${column}”`}:
                </strong>{' '}
                {example}
              </p>
              <p class="muted">{hint}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MOST_CHANGES = 20;

/** What would become of places that are on the map already. */
export function Changes({ result: { changes } }: { result: DryRun }) {
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>What changes on the map</summary>
      <ul class="changes">
        {changes.slice(0, MOST_CHANGES).map(({ marker_id, name, code, change, members }) => (
          <li key={marker_id}>
            <strong>{name ?? `Place ${marker_id}`}</strong>
            {code !== null && <span class="muted"> {code}</span>}
            {change === 'deleted' && <span class="tag rejected">Removed</span>}
            {members.map(({ member, old, new: value }) => (
              <div key={member} class="change">
                <span class="muted">{member.replace(/^custom_fields\.|^address\./, '')}</span>{' '}
                <del>{old ?? 'nothing'}</del> → <ins>{value ?? 'nothing'}</ins>
              </div>
            ))}
          </li>
        ))}
      </ul>
      {changes.length > MOST_CHANGES && <p class="muted">The first {MOST_CHANGES} are shown.</p>}
    </details>
  );
}
