import { type Static, Type } from 'typebox';
import { nullable } from './page.js';

/** Data of an event of a job: members of BulkJob and ImageJob that change while it runs. */
export const JobState = Type.Object(
  {
    job_id: Type.String(),
    kind: Type.String(),
    status: Type.String(),
    status_url: Type.String(),
    error: nullable(Type.String()),
    total: Type.Integer(),
    processed: Type.Integer(),
    progress: Type.Number(),
    rows_per_second: nullable(Type.Number()),
    eta_seconds: nullable(Type.Integer()),
    added: Type.Optional(Type.Integer()),
    updated: Type.Optional(Type.Integer()),
    unchanged: Type.Optional(Type.Integer()),
    skipped: Type.Optional(nullable(Type.Integer())),
    deleted: Type.Optional(Type.Integer()),
    error_count: Type.Optional(Type.Integer()),
  },
  { $id: 'JobState' },
);
export type JobState = Static<typeof JobState>;
