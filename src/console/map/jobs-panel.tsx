import { useEffect, useState } from 'preact/hooks';
import type { ImageJob } from '../../schema/image.js';
import type { BulkJob } from '../../schema/job.js';
import type { JobState } from '../../schema/job-events.js';
import { api, cancelJob, dataOf, download, hasEnded, ofThisPage, watchJob } from '../api.js';
import type { Page } from '../maps.js';
import {
  ago,
  Button,
  Confirm,
  count,
  Empty,
  Icon,
  Problem,
  Progress,
  plural,
  Rows,
  useAction,
  useLoaded,
} from '../ui.js';

type Job = BulkJob | ImageJob;
const PAGE_SIZE = 20;
/** The most that the service gives at once. */
const MOST_JOBS = 1000;
/** Most streams at a time: others are seen when the list is read again. */
const WATCHED = 4;

const STATUS: Readonly<Record<string, string>> = {
  queued: 'Waiting',
  processing: 'Running',
  completed: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Where the service says that what the job did can be undone. */
export const undoOf = (job: object): string | null => (job as { undo_url?: string | null }).undo_url ?? null;

export function JobsPanel(props: {
  mapId: number;
  writable: boolean;
  round: number;
  onChanged: () => void;
  onMend: (jobId: string) => void;
  onChanges: (jobId: string) => void;
}) {
  const { mapId, writable, round, onChanged, onMend, onChanges } = props;
  const [size, setSize] = useState(PAGE_SIZE);
  const jobs = useLoaded<Page<Job>>(
    (signal) => dataOf(api.GET('/jobs', { params: { query: { map_id: mapId, page_size: size } }, signal })),
    [mapId, round, size],
  );
  if (jobs.error) return <Problem error={jobs.error} onRetry={jobs.reload} />;
  if (!jobs.data) return <Rows count={3} />;
  if (jobs.data.data.length === 0)
    return (
      <Empty icon="upload" title="No imports yet">
        <p>Files that you drop on the map are listed here, with their rejected rows and changes.</p>
      </Empty>
    );
  const watched = jobs.data.data.filter((job) => !hasEnded(job)).slice(0, WATCHED);
  return (
    <>
      <ul class="jobs">
        {jobs.data.data.map((job) => (
          <JobItem
            key={job.job_id}
            job={job}
            writable={writable}
            isWatched={watched.includes(job)}
            onMend={onMend}
            onChanges={onChanges}
            onEnded={() => {
              jobs.reload();
              onChanged();
            }}
          />
        ))}
      </ul>
      {jobs.data.page_info.next_page_token && size < MOST_JOBS && (
        <Button busy={jobs.isLoading} onClick={() => setSize(Math.min(MOST_JOBS, size * 3))}>
          Show more
        </Button>
      )}
    </>
  );
}

export interface Watched {
  /** null: none has come yet. */
  state: JobState | null;
  isLost: boolean;
}

export const isUndo = ({ kind }: { kind: string }): boolean => kind === 'undo';
/** What a job goes through: an undo has places in place of the rows of a file. */
export const rowsOf = (job: BulkJob): string => plural(job.total, isUndo(job) ? 'place' : 'row');
const titleOf = (job: BulkJob): string => (isUndo(job) ? `Undo of ${rowsOf(job)}` : rowsOf(job));

/** State of a job as it comes, to its end. */
export function useJobState(jobId: string, isWatched: boolean, onEnded: () => unknown): Watched {
  const [state, setState] = useState<JobState | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!isWatched) return;
    const controller = new AbortController();
    watchJob(
      jobId,
      async (next) => {
        setState(next);
        if (hasEnded(next)) await onEnded();
      },
      setLost,
      controller.signal,
    ).catch(() => {});
    return () => controller.abort();
  }, [jobId, isWatched]);
  return { state, isLost };
}

/** Says that nothing is heard of a job, which goes on all the same. */
export const LostJob = ({ isLost }: { isLost: boolean }) =>
  isLost ? (
    <p class="notice" role="status">
      The service cannot be reached. What it has begun goes on by itself once it is back, and so does this
      page.
    </p>
  ) : null;

function countsOf(job: BulkJob): string {
  const parts = [
    [job.added, 'added'],
    [job.updated, 'updated'],
    [job.deleted, 'removed'],
    [job.skipped ?? 0, 'skipped'],
    [job.error_count, 'rejected'],
  ] as const;
  const words = parts.filter(([n]) => n > 0).map(([n, what]) => `${count(n)} ${what}`);
  return words.length > 0 ? words.join(', ') : 'nothing changed';
}

function JobItem(props: {
  job: Job;
  writable: boolean;
  isWatched: boolean;
  onEnded: () => void;
  onMend: (jobId: string) => void;
  onChanges: (jobId: string) => void;
}) {
  const { job, writable, isWatched, onEnded, onMend, onChanges } = props;
  const { state, isLost } = useJobState(job.job_id, isWatched, onEnded);
  const [isUndoing, setUndoing] = useState(false);
  const [cancel, isCancelling, cancelError] = useAction(() => cancelJob(job.job_id), onEnded);
  const [save, isSaving, saveError] = useAction(() => download('skipped', job.job_id));
  const status = state?.status ?? job.status;
  const isOpen = !hasEnded({ status });
  const bulk = job.kind === 'image' ? null : job;
  return (
    <li class="job">
      <div class="job-head">
        <strong>{bulk ? titleOf(bulk) : 'Picture'}</strong>
        <span class={`tag ${status}`}>{STATUS[status] ?? status}</span>
        <time dateTime={job.created_at}>{ago(job.created_at)}</time>
      </div>
      {isOpen && bulk && (
        <>
          <Progress share={state?.progress ?? bulk.progress} label="Progress of the import" />
          <p class="muted">
            {count(state?.processed ?? bulk.processed)} of {rowsOf(bulk)}
            {state?.eta_seconds ? `, about ${plural(state.eta_seconds, 'second')} left` : ''}
          </p>
        </>
      )}
      <LostJob isLost={isLost && isOpen} />
      {!isOpen && bulk && <p class="muted">{countsOf(bulk)}</p>}
      {job.error !== null && <Problem error={new Error(job.error)} />}
      <Problem error={cancelError ?? saveError} />
      <div class="job-actions">
        {isOpen && writable && (
          <Button busy={isCancelling} onClick={() => cancel()}>
            Cancel
          </Button>
        )}
        {job.kind === 'image' && job.image_url && (
          <a class="button plain" href={ofThisPage(job.image_url)} download>
            <Icon name="file" /> Download
          </a>
        )}
        {bulk?.errors_url && (
          <Button onClick={() => onMend(job.job_id)}>
            {writable ? 'Mend' : 'See'} {plural(bulk.error_count, 'rejected row')}
          </Button>
        )}
        {bulk?.changes_url && <Button onClick={() => onChanges(job.job_id)}>Changes</Button>}
        {bulk?.skipped_url && (
          <Button busy={isSaving} onClick={() => save()}>
            Skipped rows
          </Button>
        )}
        {undoOf(job) && writable && (
          <Button icon={isUndo(job) ? 'restore' : 'undo'} onClick={() => setUndoing(true)}>
            {isUndo(job) ? 'Bring back' : 'Undo'}
          </Button>
        )}
      </div>
      {isUndoing && bulk && <UndoDialog job={bulk} onClose={() => setUndoing(false)} onDone={onEnded} />}
    </li>
  );
}

export const UndoDialog = ({
  job,
  onClose,
  onDone,
}: {
  job: BulkJob;
  onClose: () => void;
  onDone: (undo: BulkJob) => void;
}) => (
  <Confirm
    title={isUndo(job) ? 'Bring the import back?' : 'Undo this import?'}
    text={`It had these results: ${countsOf(job)}. ${isUndo(job) ? 'This' : 'Undoing'} takes that back; what was changed afterwards stays as it is.`}
    action={isUndo(job) ? 'Bring back' : 'Undo import'}
    onConfirm={async () =>
      onDone(await dataOf(api.POST('/jobs/{job_id}/undo', { params: { path: { job_id: job.job_id } } })))
    }
    onClose={onClose}
  />
);
