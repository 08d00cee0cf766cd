// Loaded once somebody wants to see what a job changed.
import { useState } from 'preact/hooks';
import { download, readTable } from '../api.js';
import { parseCsv } from '../import/csv.js';
import { wordsOf } from '../import/words.js';
import { Button, count, Empty, Journey, Problem, plural, Rows, useAction, useLoaded } from '../ui.js';

const PAGE = 50;
/** Bytes of the list that are read: tens of thousands of lines. All of it is for a spreadsheet program. */
const MOST_BYTES = 2 << 20;
const WHAT: Readonly<Record<string, [string, string]>> = {
  updated: ['Updated', 'updated'],
  deleted: ['Removed', 'rejected'],
  added: ['New', 'added'],
};

interface Changes {
  lines: string[][];
  isCut: boolean;
}
async function readChanges(jobId: string, signal: AbortSignal): Promise<Changes> {
  const { text, isCut } = await readTable('changes', jobId, { signal, most: MOST_BYTES });
  // The last line may be a part of one.
  const lines = parseCsv(text).rows.slice(1, isCut ? -1 : undefined);
  return { lines, isCut };
}

/** Text as it was before the list guarded it against being read as a formula. */
const plainOf = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');
const memberWords = (member: string): string =>
  member.startsWith('custom_fields.')
    ? member.slice('custom_fields.'.length)
    : wordsOf(member.replace('address.', ''));

/** A table of what a job changed on the map, page by page. */
export function ChangesDialog(props: { jobId: string; onSelect: (id: number) => void; onClose: () => void }) {
  const { jobId, onSelect, onClose } = props;
  const { data, error, reload } = useLoaded((signal) => readChanges(jobId, signal), [jobId]);
  const [save, isSaving, saveError] = useAction(() => download('changes', jobId));
  const [from, setFrom] = useState(0);
  const lines = data?.lines ?? [];
  const last = Math.min(from + PAGE, lines.length);
  return (
    <Journey icon="file" title="What changed" words="Before and after, place by place." onClose={onClose}>
      <div class="journey-body">
        <Problem error={error} onRetry={reload} />
        {!data && !error && <Rows count={6} />}
        {data && lines.length === 0 && <Empty icon="check" title="Nothing changed" />}
        {data?.isCut && (
          <p class="notice">
            The first {count(lines.length)} changes are shown. Download the file to see them all.
          </p>
        )}
        {lines.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <section key={from} class="grid-scroll" aria-label="Changes" tabIndex={0}>
            <table class="grid changed">
              <thead>
                <tr>
                  {['Place', 'Change', 'Field', 'Before', 'After'].map((each) => (
                    <th key={each} scope="col">
                      {each}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.slice(from, last).map(([id, code, name, change = '', member = '', old, now], at) => (
                  <tr key={from + at}>
                    <th scope="row">
                      {change === 'deleted' ? (
                        plainOf(name!)
                      ) : (
                        <button type="button" class="other" onClick={() => onSelect(Number(id))}>
                          {plainOf(name!)}
                        </button>
                      )}
                      {code !== '' && <span class="line">{plainOf(code!)}</span>}
                    </th>
                    <td>
                      <span class={`tag ${WHAT[change]?.[1]}`}>{WHAT[change]?.[0] ?? change}</span>
                    </td>
                    <td>{member !== '' && memberWords(member)}</td>
                    <td class="long">
                      {member !== '' && (plainOf(old!) || <span class="muted">nothing</span>)}
                    </td>
                    <td class="long">
                      {member !== '' && (plainOf(now!) || <span class="muted">nothing</span>)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </div>
      <Problem error={saveError} />
      <footer>
        {lines.length > 0 && (
          <span class="muted grow tabular" role="status">
            {count(from + 1)} to {count(last)} of {plural(lines.length, 'change')}
          </span>
        )}
        {lines.length > PAGE && (
          <>
            <Button disabled={from === 0} onClick={() => setFrom(from - PAGE)}>
              Back
            </Button>
            <Button disabled={last === lines.length} onClick={() => setFrom(from + PAGE)}>
              Next
            </Button>
          </>
        )}
        <Button icon="file" busy={isSaving} onClick={() => save()}>
          Download
        </Button>
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </footer>
    </Journey>
  );
}
