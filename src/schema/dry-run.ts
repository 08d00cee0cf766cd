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
    sheet: nullable(
      Type.String({ description: 'Name of the sheet that was read; null when the upload is no workbook.' }),
    ),
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
    placed: Type.Object(
      {
        coordinates: Type.Integer({ description: 'Rows that lie at coordinates of their own.' }),
        street: Type.Integer(),
        postal: Type.Integer(),
        city: Type.Integer(),
        state: Type.Integer(),
        area: Type.Integer({ description: 'The code (`region_code`) or the name of their area.' }),
        country: Type.Integer({ description: 'Areas of countries alone.' }),
      },
      {
        description:
          'Rows that have a place, by what: the others are placed by their address, as exactly as that is known. Duplicates are among them.',
      },
    ),
    areas: Type.Object(
      {
        exact: Type.Integer(),
        approximate: Type.Integer({
          description: 'Built from postal centroids: region_source begins with approx/.',
        }),
        none: Type.Integer({
          description: 'Rows of a type with an area that was not found: they become pins.',
        }),
      },
      { description: 'Of the types whose area is a region of some data set.' },
    ),
    drive_times: Type.Object(
      {
        known: Type.Integer({ description: 'Rows whose area is drawn already, of whatever map.' }),
        to_draw: Type.Integer({
          description:
            'Rows whose area an import would draw, unless there is no road near. The same area counts for each row.',
        }),
        none: Type.Integer({ description: 'Rows that become pins.' }),
      },
      { description: 'Of drive-time types. A dry run draws no area.' },
    ),
    classes: Type.Array(
      Type.Object({
        category: Type.String({ description: 'The range of its values.' }),
        color: Type.String(),
        rows: Type.Integer({ description: 'Of all rows that can become markers.' }),
      }),
      { description: 'Of `choropleth`, in order; empty without.' },
    ),
    error_summary: Type.Array(ErrorGroup),
    notes: Type.Array(Type.String()),
  },
  { $id: 'DryRun' },
);
export type DryRun = Static<typeof DryRun>;
