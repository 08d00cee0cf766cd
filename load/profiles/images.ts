import { pick, type Scenario, type Share, untilEnded } from './script.js';

const WHOLE_PICTURE = 'picture until completed';
/**
 * Share of requests for unchanged pictures, such as a dashboard's. They remain when the account's daily quota
 * is used up.
 */
const SHARE_AGAIN = 0.3;

/**
 * Requests a picture, polls its job and fetches the file. A marker is moved before, as unchanged maps are not
 * drawn again.
 */
export const picture: Scenario = async (here) => {
  const map = pick(here, here.seeded.maps);
  const fresh = here.pictures.left > 0 && here.random() >= SHARE_AGAIN;
  if (fresh) {
    here.pictures.left--;
    await here.send({
      kind: 'PATCH marker',
      method: 'PATCH',
      path: `/maps/${map.id}/markers/${pick(here, map.markerIds)}`,
      body: JSON.stringify({ lat: here.random() * 140 - 60, lng: here.random() * 360 - 180 }),
    });
  }
  const format = pick(here, ['png', 'pdf']);
  const ordered = await here.send({
    kind: 'POST image',
    method: 'POST',
    path: `/maps/${map.id}/images`,
    body: JSON.stringify({ preset: pick(here, ['pin_coverage', 'us', 'world']), format, legend: true }),
    expected: [202],
  });
  if (!ordered.ok) return;
  const { job, answeredMs } = await untilEnded(here, ordered);
  if (job.status !== 'completed') return here.span(WHOLE_PICTURE, { is: 'wrong', why: JSON.stringify(job) });
  // Another client may have drawn it meanwhile: only a moved marker guarantees a new picture.
  if (fresh) here.span(WHOLE_PICTURE, { is: 'right', ms: answeredMs - ordered.dueMs });
  await here.send({
    kind: 'GET picture',
    path: job.image_url!,
    defect: ({ body }) =>
      (format === 'png' ? body.startsWith('PNG', 1) : body.startsWith('%PDF-'))
        ? null
        : `it is no ${format}: ${body.slice(0, 20)}`,
  });
};

export const IMAGES: readonly Share[] = [[1, picture]];
