import { useEffect, useRef, useState } from 'preact/hooks';
import type { DryRun } from '../../schema/dry-run.js';
import type { BulkJob } from '../../schema/job.js';
import type { MapResource } from '../../schema/map.js';
import type { Color } from '../../schema/palette.js';
import { ApiError, cancelJob, readJob, upload } from '../api.js';
import { isUndo, LostJob, rowsOf, UndoDialog, undoOf, useJobState } from '../map/jobs-panel.js';
import {
  Button,
  Check,
  count,
  Icon,
  Journey,
  Problem,
  Progress,
  plural,
  useAction,
  useSettled,
} from '../ui.js';
import { AreasForm, AreaType } from './areas-form.js';
import { ChoicesForm } from './choices-form.js';
import { ColumnGrid } from './column-grid.js';
import {
  type Choices,
  codeColumns,
  firstChoices,
  formOf,
  keepChoices,
  keptColumns,
  metaOf,
  writtenRows,
} from './options.js';
import { Changes, ReadSummary, Rejections } from './read-summary.js';
import { wordsOf } from './words.js';

/** Time between two looks at the map while rows arrive. */
const REFRESH_MS = 2000;

const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

interface Props {
  map: MapResource;
  file: File;
  colors: Map<string, Color>;
  onChanged: () => void;
  onClose: () => void;
  onMend: (jobId: string) => void;
  onChanges: (jobId: string) => void;
}

/** From a dropped file to places on the map: preview, choices, progress, result. */
export function ImportJourney({ map, file, colors, onChanged, onClose, onMend, onChanges }: Props) {
  const [job, setJob] = useState<BulkJob | null>(null);
  return (
    <Journey
      icon="file"
      title={file.name}
      words={`${sizeOf(file.size)} onto “${map.name}”`}
      onClose={onClose}
    >
      {job ? (
        <Running
          key={job.job_id}
          job={job}
          onUndone={setJob}
          onChanged={onChanged}
          onClose={onClose}
          onMend={onMend}
          onChanges={onChanges}
        />
      ) : (
        <Preview map={map} file={file} colors={colors} onStarted={setJob} onClose={onClose} />
      )}
    </Journey>
  );
}

/** What a dry run says, again with each choice; the last answer stays meanwhile. */
function useDryRun(map: MapResource, file: File, choices: Choices) {
  const [state, setState] = useState<{ result: DryRun | null; error: unknown; busy: boolean; sent: number }>({
    result: null,
    error: null,
    busy: true,
    sent: 0,
  });
  const [round, setRound] = useState(0);
  const settled = useSettled(choices, 150);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState((last) => ({ ...last, busy: true, error: null, sent: 0 }));
    const meta = { ...metaOf(settled, state.result?.mapping ?? []), dry_run: true };
    upload<DryRun>(map.id, formOf(file, file.name, meta), {
      signal,
      onProgress: (sent) => !signal.aborted && setState((last) => ({ ...last, sent })),
    }).then(
      (result) => !signal.aborted && setState({ result, error: null, busy: false, sent: 1 }),
      (error) => !signal.aborted && setState((last) => ({ ...last, error, busy: false })),
    );
    return () => controller.abort();
  }, [settled, round]);
  const retry = (): void => setRound((n) => n + 1);
  const isLost = isPassing(state.error);
  useEffect(() => {
    if (!isLost) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isLost]);
  return { ...state, busy: state.busy || settled !== choices, retry };
}

function Preview(props: {
  map: MapResource;
  file: File;
  colors: Map<string, Color>;
  onStarted: (job: BulkJob) => void;
  onClose: () => void;
}) {
  const { map, file, colors, onStarted, onClose } = props;
  const [choices, setChoices] = useState(() => firstChoices(map.id));
  const change = (changes: Partial<Choices>): void => setChoices((last) => ({ ...last, ...changes }));
  const { result, error, busy, sent, retry } = useDryRun(map, file, choices);
  const [share, setShare] = useState(0);
  const [start, isStarting, startError] = useAction(async () => {
    const meta = { ...metaOf(choices, result!.mapping), remember: choices.remembers };
    const job = await upload<BulkJob>(map.id, formOf(file, file.name, meta), {
      onProgress: setShare,
    });
    keepChoices(map.id, choices, result!.mapping);
    onStarted(job);
  });
  // Kept choices that name columns which this file may lack: it is read without them, to see which it has.
  const [lacked, setLacked] = useState('');
  const [dropped, setDropped] = useState<Choices | null>(null);
  const fallsBack = !result && !dropped && namesColumns(choices) && isRefusal(error);
  useEffect(() => {
    if (!fallsBack) return;
    setDropped(choices);
    change({ ...LEFT_AS_THEY_ARE, classField: '' });
  }, [fallsBack]);
  useEffect(() => {
    if (!result || !dropped) return;
    const { meeting, match, addsNew, removesMissing, classField } = dropped;
    if (meeting === 'match' && hasCode(result, match)) change({ meeting, match, addsNew, removesMissing });
    else if (meeting === 'match') setLacked(match);
    if (result.mapping.some(({ header }) => header === classField)) change({ classField });
  }, [result === null]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!result || !isFirst.current) return;
    isFirst.current = false;
    const columns = choices.remembers ? keptColumns(map.id, result.mapping) : {};
    if (Object.keys(columns).length > 0) change({ columns });
  }, [result]);
  // A code of the last file that this one lacks.
  useEffect(() => {
    if (!result || choices.meeting !== 'match') return;
    if (hasCode(result, choices.match)) return;
    setLacked(choices.match);
    change(LEFT_AS_THEY_ARE);
  }, [result]);
  const setColumn = (index: number, reading: string): void => {
    // A field has one column: the last choice counts.
    const others = Object.entries(choices.columns).filter(
      ([, each]) => each !== reading || each === 'custom' || each === 'ignore',
    );
    change({ columns: { ...Object.fromEntries(others), [index]: reading } });
  };
  const columnCount = Object.keys(choices.columns).length;
  if (!result)
    return (
      <>
        <div class="journey-body">
          {error && !fallsBack && !busy ? (
            <div class="refused">
              <Problem error={error} onRetry={isPassing(error) ? retry : undefined} />
              <p class="muted">
                Nothing was imported. Mend the file and drop it again, or choose differently.
              </p>
              <AreaType choices={choices} onChoices={change} />
              {(choices.headerRow !== null ||
                choices.sheet !== '' ||
                choices.meeting !== 'skip' ||
                choices.classField !== '') && (
                <Button
                  onClick={() =>
                    change({
                      columns: {},
                      headerRow: null,
                      sheet: '',
                      ...LEFT_AS_THEY_ARE,
                      markerType: 'pin',
                      classField: '',
                    })
                  }
                >
                  Read the file afresh
                </Button>
              )}
            </div>
          ) : (
            <div class="reading" role="status">
              <span class="spinner" />
              <p>{sent < 1 ? 'Sending the file' : 'Reading the file'}</p>
              <Progress share={sent} label="Sending the file" />
              <p class="muted">Nothing is written to the map yet.</p>
            </div>
          )}
        </div>
        <footer>
          <Button onClick={onClose}>Cancel</Button>
        </footer>
      </>
    );
  const written = writtenRows(result);
  const { deleted } = result.counts;
  return (
    <>
      <div class="journey-body" aria-busy={busy}>
        {lacked !== '' && choices.meeting === 'skip' && (
          <p class="notice" role="status">
            The last file updated places by their “{headerOf(lacked)}”, which this one does not have. Places
            that are on the map already are left as they are, unless you choose otherwise below.
          </p>
        )}
        <section aria-labelledby="read">
          <h3 id="read">What was read</h3>
          <ReadSummary
            key={`${choices.headerRow} ${choices.sheet}`}
            result={result}
            choices={choices}
            onChoices={change}
          />
        </section>
        <section aria-labelledby="columns">
          <div class="section-head">
            <h3 id="columns">Columns</h3>
            {columnCount > 0 && (
              <Button kind="quiet" icon="undo" onClick={() => change({ columns: {} })}>
                Undo {plural(columnCount, 'correction')}
              </Button>
            )}
          </div>
          <ColumnGrid result={result} columns={choices.columns} onColumn={setColumn} />
          <Check checked={choices.remembers} onCheck={(remembers) => change({ remembers })}>
            Remember this reading for the next file with the same header
          </Check>
        </section>
        <section aria-labelledby="looks">
          <h3 id="looks">How rows look on the map</h3>
          <AreasForm result={result} colors={colors} choices={choices} onChoices={change} />
        </section>
        <Rejections result={result} />
        <section aria-labelledby="happen">
          <h3 id="happen">What happens to the map</h3>
          <ChoicesForm result={result} markerCount={map.marker_count} choices={choices} onChoices={change} />
          <Changes result={result} />
        </section>
      </div>
      <Problem error={error ?? startError} onRetry={isPassing(error) ? retry : undefined} />
      <footer>
        <Counts counts={result.counts} busy={busy} />
        {isStarting && <Progress share={share} label="Sending the file" />}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          icon="check"
          busy={isStarting}
          disabled={busy || error !== null || written + deleted === 0}
          onClick={() => start()}
        >
          {written + deleted === 0 ? 'Nothing to import' : importWords(written, deleted)}
        </Button>
      </footer>
    </>
  );
}

const LEFT_AS_THEY_ARE = { meeting: 'skip', match: '', addsNew: true, removesMissing: false } as const;

const namesColumns = ({ meeting, classField }: Choices): boolean => meeting === 'match' || classField !== '';
const hasCode = ({ mapping }: DryRun, match: string): boolean =>
  codeColumns(mapping).some((each) => each.match === match);
const headerOf = (match: string): string =>
  match.startsWith('field:') ? match.slice('field:'.length) : wordsOf(match);
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 400;
/** Also what something else answered, such as a network that wants a sign-in. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.isPassing || error.code === null);

const importWords = (written: number, deleted: number): string =>
  `Import ${plural(written, 'row')}${deleted > 0 ? `, remove ${count(deleted)}` : ''}`;

type CountNames = 'added' | 'updated' | 'unchanged' | 'skipped' | 'rejected' | 'deleted';
const COUNT_WORDS: Record<CountNames, string> = {
  added: 'new',
  updated: 'updated',
  unchanged: 'unchanged',
  skipped: 'left out',
  rejected: 'rejected',
  deleted: 'removed',
};

const Counts = ({ counts, busy = false }: { counts: Record<CountNames, number>; busy?: boolean }) => (
  <ul class="counts-line" aria-live="polite" aria-busy={busy} aria-label="What the import does">
    {(Object.keys(COUNT_WORDS) as CountNames[])
      .filter((name) => counts[name] > 0 || name === 'added')
      .map((name) => (
        <li key={name} class={name}>
          <strong>{count(counts[name])}</strong> {COUNT_WORDS[name]}
        </li>
      ))}
    {busy && <li class="checking">checking …</li>}
  </ul>
);

/** An import, or the undo of one, with its result. */
function Running(
  props: Pick<Props, 'onChanged' | 'onClose' | 'onMend' | 'onChanges'> & {
    job: BulkJob;
    onUndone: (undo: BulkJob) => void;
  },
) {
  const { job: first, onUndone, onChanged, onClose, onMend, onChanges } = props;
  const what = isUndo(first) ? 'undo' : 'import';
  const [job, setJob] = useState<BulkJob>(first);
  const [isEnded, setEnded] = useState(false);
  const finish = async (): Promise<void> => {
    setJob(await readJob<BulkJob>(first.job_id));
    setEnded(true);
    onChanged();
  };
  const { state, isLost } = useJobState(first.job_id, true, finish);
  const [cancel, isCancelling, cancelError] = useAction(() => cancelJob(first.job_id));
  const [isUndoing, setUndoing] = useState(false);
  // Markers appear while rows are written.
  useEffect(() => {
    if (isEnded) return;
    const timer = setInterval(onChanged, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isEnded]);
  if (!isEnded)
    return (
      <>
        <div class="journey-body">
          <div class="reading" role="status">
            <p>
              {state === null || state.status === 'queued'
                ? 'Waiting for its turn'
                : isUndo(first)
                  ? 'Undoing'
                  : 'Importing'}
            </p>
            <Progress share={state?.progress ?? 0} label={`Progress of the ${what}`} />
            <p class="muted tabular">
              {count(state?.processed ?? 0)} of {rowsOf(job)}
              {state?.eta_seconds ? `, about ${plural(state.eta_seconds, 'second')} left` : ''}
            </p>
            <p class="muted">You may close this window: the {what} goes on, and stands under “Imports”.</p>
            <LostJob isLost={isLost} />
            <Problem error={cancelError} />
          </div>
        </div>
        <footer>
          <Button busy={isCancelling} onClick={() => cancel()}>
            Cancel the {what}
          </Button>
          <Button kind="primary" onClick={onClose}>
            Watch on the map
          </Button>
        </footer>
      </>
    );
  const counts = { ...job, skipped: job.skipped ?? 0, rejected: job.error_count };
  const titles: Record<string, string> = {
    completed: `The ${what} is done`,
    cancelled: `The ${what} was cancelled`,
    failed: `The ${what} failed`,
  };
  return (
    <>
      <div class="journey-body">
        <div class={`result ${job.status}`} role="status">
          <span class="empty-icon">
            <Icon name={job.status === 'completed' ? 'check' : 'warning'} />
          </span>
          <h3>{titles[job.status]}</h3>
          <Counts counts={counts} />
          {job.error !== null && <Problem error={new Error(job.error)} />}
          <div class="result-actions">
            {job.errors_url !== null && (
              <Button icon="edit" onClick={() => onMend(job.job_id)}>
                Mend {plural(job.error_count, 'rejected row')}
              </Button>
            )}
            {job.changes_url !== null && (
              <Button icon="file" onClick={() => onChanges(job.job_id)}>
                See what changed
              </Button>
            )}
            {undoOf(job) && (
              <Button icon={isUndo(job) ? 'restore' : 'undo'} onClick={() => setUndoing(true)}>
                {isUndo(job) ? 'Bring back' : 'Undo'}
              </Button>
            )}
          </div>
        </div>
        {job.notes.length > 0 && (
          <ul class="notes">
            {job.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
      <footer>
        <Button kind="primary" onClick={onClose}>
          Show the map
        </Button>
      </footer>
      {isUndoing && <UndoDialog job={job} onClose={() => setUndoing(false)} onDone={onUndone} />}
    </>
  );
}
