import { type Static, Type } from 'typebox';
import { JOB_STATUSES } from './job.js';
import { nullable, Timestamp } from './page.js';

export const ImageRequest = Type.Object(
  {
    preset: Type.Enum(['pin_coverage', 'us', 'world', 'regions'], {
      description:
        '`pin_coverage` frames all markers; `us` shows the United States with Alaska and Hawaii as insets; `world` shows the world in ' +
        'an equal-area projection; `regions` frames the areas and fills them.',
    }),
    format: Type.Enum(['png', 'pdf'], { default: 'png' }),
    map_type: Type.Enum(['map', 'satellite'], { default: 'map' }),
    paper_size: Type.Enum(['letter', 'a4'], { default: 'letter' }),
    orientation: Type.Enum(['landscape', 'portrait'], { default: 'landscape' }),
    legend: Type.Boolean({ default: false, description: 'Draw the category legend.' }),
    title: Type.Boolean({ default: true, description: "Draw the map's name." }),
    labels: Type.Boolean({ default: false, description: 'Draw marker labels.' }),
  },
  { $id: 'ImageRequest', example: { preset: 'pin_coverage', format: 'pdf', legend: true } },
);
export type ImageOptions = Static<typeof ImageRequest>;
const ImageOptions = Type.Object(ImageRequest.properties, { $id: 'ImageOptions' });

export const ImageJob = Type.Object(
  {
    job_id: Type.String({ pattern: '^[A-Za-z0-9_]+$' }),
    kind: Type.Literal('image'),
    status: Type.Enum([...JOB_STATUSES]),
    status_url: Type.String(),
    map_id: Type.Integer(),
    format: Type.Enum(['png', 'pdf']),
    options: ImageOptions,
    error: nullable(Type.String({ description: 'Reason why the picture could not be drawn.' })),
    notes: Type.Array(Type.String()),
    created_at: Timestamp,
    started_at: nullable(Timestamp),
    completed_at: nullable(Timestamp),
    image_url: nullable(
      Type.String({
        description:
          'Address of the file once the job is completed. It works without a key for 24 hours; each answer about the job has a fresh one. ' +
          'null until then, and again 7 days after completion, when the file is removed.',
      }),
    ),
  },
  {
    $id: 'ImageJob',
    example: {
      job_id: 'job_8dKq1mVtY5bNzR4xWc0HpE',
      kind: 'image',
      status: 'queued',
      status_url: 'https://maps.example.com/v1/jobs/job_8dKq1mVtY5bNzR4xWc0HpE',
      map_id: 17,
      format: 'pdf',
      options: {
        preset: 'pin_coverage',
        format: 'pdf',
        map_type: 'map',
        paper_size: 'letter',
        orientation: 'landscape',
        legend: true,
        title: true,
        labels: false,
      },
      error: null,
      notes: [],
      created_at: '2026-03-01T09:30:00.000Z',
      started_at: null,
      completed_at: null,
      image_url: null,
    },
  },
);
export type ImageJob = Static<typeof ImageJob>;
