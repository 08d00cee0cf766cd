import { type Static, Type } from 'typebox';
import { ColumnMapping, ErrorGroup, RowError } from './job.js';
import { Marker } from './marker.js';
import { nullable } from './page.js';

const { id: _id, created_at: _createdAt, ...markerMembers } = Marker.properties;

/** A marker that is not there yet. */
export const PreviewMarker = Type.Object(
  { id: Type.Null(), ...markerMembers, created_at: Type.Null() },
  { $id: 'PreviewMarker' },
);
export type PreviewMarker = Static<typeof PreviewMarker>;

export const ROW_OUTCOMES = ['added', 'updated', 'skipped', 'rejected'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export const PreviewRow = Type.Object(
  {
    index: Type.Integer({ description: '0-based data record' }),
    line: nullable(Type.Integer({ description: '1-based line of the file where the record starts' })),
    outcome: Type.Enum([...ROW_OUTCOMES]),
    marker: nullable(Type.Unsafe<PreviewMarker>(PreviewMarker)),
    error: nullable(RowError),
  },
  { $id: 'PreviewRow' },
);
export type PreviewRow = Static<typeof PreviewRow>;

/** What an import of the same upload would do at this moment. */
export const DryRun = Type.Object(
  {
    encoding: Type.String(),
    delimiter: nullable(Type.String({ description: 'null for JSON' })),
    mapping: Type.Array(ColumnMapping),
    rows: Type.Array(PreviewRow, {
      description:
        'The first 20 records, each with the marker that its cells make, or with the reason why it is rejected. Of a skipped or updated row too the marker is what the upload says.',
    }),
    counts: Type.Object(
      {
        total: Type.Integer(),
        added: Type.Integer(),
        updated: Type.Integer({
          description: 'Rows that meet a marker, those that change nothing in it among them.',
        }),
        skipped: Type.Integer(),
        rejected: Type.Integer(),
      },
      { description: 'added + updated + skipped + rejected = total' },
    ),
    error_summary: Type.Array(ErrorGroup),
    notes: Type.Array(Type.String()),
  },
  { $id: 'DryRun' },
);
export type DryRun = Static<typeof DryRun>;
