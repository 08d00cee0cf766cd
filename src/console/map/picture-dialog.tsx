// Loaded once somebody wants a picture.
import { useState } from 'preact/hooks';
import type { ImageJob, ImageOptions } from '../../schema/image.js';
import type { MapResource } from '../../schema/map.js';
import { api, cancelJob, dataOf, hasEnded, ofThisPage, readJob } from '../api.js';
import { Button, Check, Dialog, Field, Icon, Problem, submits, useAction } from '../ui.js';
import { LostJob, useJobState } from './jobs-panel.js';

type Choice = 'preset' | 'format' | 'paper_size' | 'orientation' | 'map_type';
const CHOICES: Record<Choice, [string, Record<string, string>]> = {
  preset: [
    'What it shows',
    {
      pin_coverage: 'All places',
      regions: 'Areas, filled',
      us: 'United States, with Alaska and Hawaii',
      world: 'World',
    },
  ],
  format: ['File', { png: 'PNG picture', pdf: 'PDF' }],
  paper_size: ['Paper', { letter: 'Letter', a4: 'A4' }],
  orientation: ['Held', { landscape: 'Wide', portrait: 'Tall' }],
  map_type: ['Ground', { map: 'Map', satellite: 'Satellite' }],
};
const PARTS = { title: 'Name of the map', legend: 'Legend', labels: 'Names of the places' } as const;

/** Orders a picture of the map, and shows it once it is drawn. */
export function PictureDialog({ map, onClose }: { map: MapResource; onClose: () => void }) {
  const [options, setOptions] = useState<ImageOptions>({
    preset: map.region_count > 0 ? 'regions' : 'pin_coverage',
    format: 'png',
    map_type: 'map',
    paper_size: 'letter',
    orientation: 'landscape',
    legend: true,
    title: true,
    labels: false,
  });
  const [job, setJob] = useState<ImageJob | null>(null);
  const [order, isOrdering, error] = useAction(async () =>
    setJob(
      await dataOf(
        api.POST('/maps/{map_id}/images', { params: { path: { map_id: map.id } }, body: options }),
      ),
    ),
  );
  return (
    <Dialog title="Picture of this map" onClose={onClose}>
      {job ? (
        <Picture
          key={job.job_id}
          first={job}
          name={map.name}
          onAgain={() => setJob(null)}
          onClose={onClose}
        />
      ) : (
        <form onSubmit={submits(order)}>
          <div class="picture-options">
            {(Object.keys(CHOICES) as Choice[]).map((choice) => (
              <Field key={choice} label={CHOICES[choice][0]}>
                {(id) => (
                  <select
                    id={id}
                    value={options[choice]}
                    onChange={(event) => setOptions({ ...options, [choice]: event.currentTarget.value })}
                  >
                    {Object.entries(CHOICES[choice][1]).map(([value, words]) => (
                      <option key={value} value={value}>
                        {words}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            ))}
          </div>
          <fieldset class="choices">
            <legend>With</legend>
            {(Object.keys(PARTS) as (keyof typeof PARTS)[]).map((part) => (
              <Check
                key={part}
                checked={options[part] ?? false}
                onCheck={(isThere) => setOptions({ ...options, [part]: isThere })}
              >
                {PARTS[part]}
              </Check>
            ))}
          </fieldset>
          <Problem error={error} />
          <footer>
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="primary" icon="picture" type="submit" busy={isOrdering}>
              Draw picture
            </Button>
          </footer>
        </form>
      )}
    </Dialog>
  );
}

function Picture(props: { first: ImageJob; name: string; onAgain: () => void; onClose: () => void }) {
  const { first, name, onAgain, onClose } = props;
  const [job, setJob] = useState(first);
  const [read, , readError] = useAction(async () => setJob(await readJob<ImageJob>(first.job_id)));
  const [cancel, isCancelling, cancelError] = useAction(() => cancelJob(first.job_id), onClose);
  const { state, isLost } = useJobState(first.job_id, !hasEnded(first), read);
  const error = readError ?? cancelError;
  if (!hasEnded(job))
    return (
      <>
        <div class="reading" role="status">
          <p>{state?.status === 'processing' ? 'Drawing the picture' : 'Waiting for its turn'}</p>
          <progress class="progress" aria-label="The picture is drawn" />
          <p class="muted">You may close this window: the picture stands under “Imports”.</p>
        </div>
        <LostJob isLost={isLost} />
        <Problem error={error} onRetry={readError ? () => void read() : undefined} />
        <footer>
          <Button busy={isCancelling} onClick={() => cancel()}>
            Cancel the picture
          </Button>
        </footer>
      </>
    );
  const address = job.image_url && ofThisPage(job.image_url);
  return (
    <>
      {job.status !== 'completed' && (
        <Problem error={new Error(job.error ?? 'The picture was cancelled.')} onRetry={onAgain} />
      )}
      {address && job.format === 'png' && <img class="picture" src={address} alt={`${name} on paper`} />}
      {address && job.format === 'pdf' && (
        <p class="picture-ready" role="status">
          <Icon name="check" /> The PDF is drawn.
        </p>
      )}
      {job.notes.length > 0 && (
        <ul class="notes">
          {job.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <footer>
        <Button onClick={onAgain}>Another one</Button>
        {address && (
          <a class="button primary" href={address} download={`${name}.${job.format}`}>
            <Icon name="file" /> Download
          </a>
        )}
      </footer>
    </>
  );
}
