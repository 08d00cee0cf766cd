import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { BulkJob } from '../../schema/job.js';
import { download, readJob, readTable, upload } from '../api.js';
import { LostJob, useJobState } from '../map/jobs-panel.js';
import {
  Button,
  Confirm,
  count,
  Icon,
  Journey,
  Problem,
  Progress,
  plural,
  Rows,
  useAction,
  useLoaded,
} from '../ui.js';
import { parseCsv, writeCsv } from './csv.js';
import { formOf } from './options.js';

/** Rows that are mended on the page; more are better mended in a spreadsheet program. */
const MOST_ROWS = 300;
/** Columns of the service at the end of a rejected row. */
const OWN = new Set(['sheet', 'row', 'error']);

interface Rejected {
  job: BulkJob;
  separator: string;
  header: string[];
  rows: string[][];
}

async function readRejected(jobId: string, signal: AbortSignal): Promise<Rejected> {
  const job = await readJob<BulkJob>(jobId, signal);
  const { separator, rows } = parseCsv((await readTable('errors', jobId, { signal })).text);
  return { job, separator, header: rows[0] ?? [], rows: rows.slice(1) };
}

/**
 * The rejected rows of an import in a table: mended in place, and sent again with the options of the first
 * file.
 */
export function MendRows(props: {
  mapId: number;
  jobId: string;
  onChanged: () => void;
  onClose: () => void;
  /** Rows that were rejected again. */
  onMore: (jobId: string) => void;
}) {
  const { mapId, jobId, onChanged, onClose, onMore } = props;
  const { data, error, reload } = useLoaded((signal) => readRejected(jobId, signal), [jobId]);
  const [sent, setSent] = useState<BulkJob | null>(null);
  useEffect(() => setSent(null), [jobId]);
  const [unsent, setUnsent] = useState(0);
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void => (unsent > 0 && !sent ? setLeaving(true) : onClose());
  return (
    <Journey
      icon="edit"
      title="Mend rejected rows"
      words="Change the cells, then send the rows again. They are read like the first file."
      onClose={leave}
    >
      {!data && (
        <div class="journey-body">
          <Problem error={error} onRetry={reload} />
          {!error && <Rows count={6} />}
        </div>
      )}
      {data && !sent && (
        <MendTable
          key={jobId}
          mapId={mapId}
          data={data}
          onUnsent={setUnsent}
          onSent={setSent}
          onClose={leave}
        />
      )}
      {sent && <Sent key={sent.job_id} job={sent} onChanged={onChanged} onClose={onClose} onMore={onMore} />}
      {isLeaving && (
        <Confirm
          title="Leave without sending?"
          text={`What you changed in ${plural(unsent, 'row')} is not on the map yet, and is lost.`}
          action="Leave"
          onConfirm={async () => onClose()}
          onClose={() => setLeaving(false)}
        />
      )}
    </Journey>
  );
}

function MendTable(props: {
  mapId: number;
  data: Rejected;
  /** Is told how many rows are changed. */
  onUnsent: (rows: number) => void;
  onSent: (job: BulkJob) => void;
  onClose: () => void;
}) {
  const { mapId, data, onUnsent, onSent, onClose } = props;
  const { job, separator, header } = data;
  const [rows, setRows] = useState(data.rows.slice(0, MOST_ROWS));
  const error = header.length - 1;
  const row = header.indexOf('row', Math.max(0, error - 1));
  // In the order of the file, as the rows are.
  const faultOf = (at: number): string | null => job.errors[at]?.column ?? null;
  const faulty = new Set(job.errors.map(({ column }) => column));
  // Columns at fault first: there is most to do in them.
  const shown = header
    .map((_, i) => i)
    .filter((i) => i < error - 2 || !OWN.has(header[i]!))
    .toSorted((a, b) => Number(faulty.has(header[b]!)) - Number(faulty.has(header[a]!)));
  const [send, busy, problem] = useAction(async () => {
    const all = [header, ...rows, ...data.rows.slice(MOST_ROWS)];
    const file = new Blob([writeCsv(all, separator)], { type: 'text/csv' });
    const form = formOf(file, 'mended.csv', { ...job.options, remember: false });
    onSent(await upload<BulkJob>(mapId, form));
  });
  const [save, isSaving, saveError] = useAction(() => download('errors', job.job_id));
  const setCell = (at: number, column: number, text: string): void =>
    setRows((last) => last.map((cells, i) => (i === at ? cells.with(column, text) : cells)));
  const changed = rows.filter((cells, i) =>
    cells.some((cell, column) => cell !== data.rows[i]![column]),
  ).length;
  useLayoutEffect(() => onUnsent(changed), [changed]);
  return (
    <>
      <div class="journey-body">
        {data.rows.length > MOST_ROWS && (
          <p class="notice">
            The first {MOST_ROWS} of {plural(data.rows.length, 'row')} are shown. To mend them all, download
            the file, change it in a spreadsheet program, and drop it on the map.
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section class="grid-scroll" aria-label="Rejected rows" tabIndex={0}>
          <table class="grid mend">
            <thead>
              <tr>
                <th scope="col">What is wrong</th>
                {shown.map((column) => (
                  <th key={column} scope="col">
                    {header[column]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, at) => (
                <tr key={at}>
                  <th scope="row" class="row-error">
                    {row > 0 && row < error && <span class="line">Row {cells[row]}</span>}
                    {cells[error]}
                  </th>
                  {shown.map((column) => (
                    <td key={column}>
                      <input
                        aria-label={`${header[column]}, row ${at + 1}`}
                        class={cells[column] !== data.rows[at]![column] ? 'changed' : undefined}
                        aria-invalid={
                          faultOf(at) === header[column] && cells[column] === data.rows[at]![column]
                        }
                        value={cells[column] ?? ''}
                        onInput={(event) => setCell(at, column, event.currentTarget.value)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
      <Problem error={problem ?? saveError} />
      <footer>
        <span class="muted grow">
          {changed > 0 ? `${plural(changed, 'row')} changed` : 'Nothing changed yet'}
        </span>
        <Button icon="file" busy={isSaving} onClick={() => save()}>
          Download
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" icon="check" busy={busy} disabled={changed === 0} onClick={() => send()}>
          Send {plural(data.rows.length, 'row')} again
        </Button>
      </footer>
    </>
  );
}

function Sent(props: {
  job: BulkJob;
  onChanged: () => void;
  onClose: () => void;
  onMore: (jobId: string) => void;
}) {
  const { job: first, onChanged, onClose, onMore } = props;
  const [job, setJob] = useState<BulkJob | null>(null);
  const { state, isLost } = useJobState(first.job_id, true, async () => {
    setJob(await readJob<BulkJob>(first.job_id));
    onChanged();
  });
  if (!job)
    return (
      <div class="journey-body">
        <div class="reading" role="status">
          <p>Importing</p>
          <Progress share={state?.progress ?? 0} label="Progress of the import" />
          <LostJob isLost={isLost} />
        </div>
      </div>
    );
  const accepted = job.added + job.updated + job.unchanged + (job.skipped ?? 0);
  return (
    <>
      <div class="journey-body">
        <div class={`result ${job.status}`} role="status">
          <span class="empty-icon">
            <Icon name={job.error_count === 0 && job.status === 'completed' ? 'check' : 'warning'} />
          </span>
          <h3>
            {job.error_count === 0
              ? 'All rows are in'
              : `${count(accepted)} in, ${count(job.error_count)} still rejected`}
          </h3>
          {job.error !== null && <Problem error={new Error(job.error)} />}
          {job.errors_url !== null && (
            <Button icon="edit" onClick={() => onMore(job.job_id)}>
              Mend {plural(job.error_count, 'row')}
            </Button>
          )}
        </div>
      </div>
      <footer>
        <Button kind="primary" onClick={onClose}>
          Show the map
        </Button>
      </footer>
    </>
  );
}
