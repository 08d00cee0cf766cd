import type { DryRun } from '../../schema/dry-run.js';
import { Check, plural } from '../ui.js';
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
      <Check
        type="radio"
        name="meeting"
        checked={choices.meeting === 'skip'}
        onCheck={() => onChoices({ meeting: 'skip', removesMissing: false, addsNew: true })}
      >
        Leave them out, and keep the place as it is
      </Check>
      <Check
        type="radio"
        name="meeting"
        checked={choices.meeting === 'overwrite'}
        onCheck={() => onChoices({ meeting: 'overwrite' })}
      >
        Update places that have the same name and position
      </Check>
      {codes.length > 0 && (
        <div class="with-select">
          <Check
            type="radio"
            name="meeting"
            checked={choices.meeting === 'match'}
            onCheck={() => onChoices({ meeting: 'match', match: choices.match || codes[0]!.match })}
          >
            Update places by their
          </Check>
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
          <Check checked={!choices.addsNew} onCheck={(only) => onChoices({ addsNew: !only })}>
            Only update: add no new places
          </Check>
          <Check
            checked={choices.removesMissing}
            onCheck={(removesMissing) => onChoices({ removesMissing, confirmed: false, tolerated: 0 })}
          >
            Remove places that are not in this file
            {choices.removesMissing && (
              <strong class="danger-text">: {plural(counts.deleted, 'place')}</strong>
            )}
          </Check>
          {choices.removesMissing && 2 * counts.deleted > markerCount && (
            <div class="nested">
              <Check checked={choices.confirmed} onCheck={(confirmed) => onChoices({ confirmed })}>
                Yes, remove more than half of the map
              </Check>
            </div>
          )}
          {choices.removesMissing && counts.rejected > 0 && (
            <div class="nested">
              <Check
                checked={choices.tolerated >= counts.rejected}
                onCheck={(tolerates) => onChoices({ tolerated: tolerates ? counts.rejected : 0 })}
              >
                Remove them although {plural(counts.rejected, 'row')} would be rejected, whose places are
                missing too
              </Check>
            </div>
          )}
        </div>
      )}
    </fieldset>
  );
}
