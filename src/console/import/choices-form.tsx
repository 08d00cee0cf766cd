import type { DryRun } from '../../schema/dry-run.js';
import { plural } from '../ui.js';
import { type Choices, codeColumns } from './options.js';

/** What becomes of rows that meet a place, of new rows, and of places that no row meets, in words. */
export function ChoicesForm(props: {
  result: DryRun;
  markerCount: number;
  choices: Choices;
  onChoices: (changes: Partial<Choices>) => void;
}) {
  const { result, markerCount, choices, onChoices } = props;
  const { counts } = result;
  const codes = codeColumns(result.mapping);
  const updates = choices.meeting !== 'skip';
  return (
    <fieldset class="choices">
      <legend>Rows about a place that is on the map already</legend>
      <label>
        <input
          type="radio"
          name="meeting"
          checked={choices.meeting === 'skip'}
          onChange={() => onChoices({ meeting: 'skip', removesMissing: false, addsNew: true })}
        />
        <span>Leave them out, and keep the place as it is</span>
      </label>
      <label>
        <input
          type="radio"
          name="meeting"
          checked={choices.meeting === 'overwrite'}
          onChange={() => onChoices({ meeting: 'overwrite' })}
        />
        <span>Update places that have the same name and position</span>
      </label>
      {codes.length > 0 && (
        <div class="with-select">
          <label>
            <input
              type="radio"
              name="meeting"
              checked={choices.meeting === 'match'}
              onChange={() => onChoices({ meeting: 'match', match: choices.match || codes[0]!.match })}
            />
            <span>Update places by their</span>
          </label>
          <select
            aria-label="Column with the code of a place"
            value={choices.match || codes[0]!.match}
            onChange={(event) => onChoices({ meeting: 'match', match: event.currentTarget.value })}
          >
            {codes.map(({ match, header }) => (
              <option key={match} value={match}>
                {header}
              </option>
            ))}
          </select>
        </div>
      )}
      {updates && markerCount > 0 && (
        <div class="further">
          <label>
            <input
              type="checkbox"
              checked={!choices.addsNew}
              onChange={(event) => onChoices({ addsNew: !event.currentTarget.checked })}
            />
            <span>Only update: add no new places</span>
          </label>
          <label>
            <input
              type="checkbox"
              checked={choices.removesMissing}
              onChange={(event) =>
                onChoices({ removesMissing: event.currentTarget.checked, confirmed: false, tolerated: 0 })
              }
            />
            <span>
              Remove places that are not in this file
              {choices.removesMissing && (
                <strong class="danger-text">: {plural(counts.deleted, 'place')}</strong>
              )}
            </span>
          </label>
          {choices.removesMissing && 2 * counts.deleted > markerCount && (
            <label class="nested">
              <input
                type="checkbox"
                checked={choices.confirmed}
                onChange={(event) => onChoices({ confirmed: event.currentTarget.checked })}
              />
              <span>Yes, remove more than half of the map</span>
            </label>
          )}
          {choices.removesMissing && counts.rejected > 0 && (
            <label class="nested">
              <input
                type="checkbox"
                checked={choices.tolerated >= counts.rejected}
                onChange={(event) =>
                  onChoices({ tolerated: event.currentTarget.checked ? counts.rejected : 0 })
                }
              />
              <span>
                Remove them although {plural(counts.rejected, 'row')} would be rejected, whose places are
                missing too
              </span>
            </label>
          )}
        </div>
      )}
    </fieldset>
  );
}
