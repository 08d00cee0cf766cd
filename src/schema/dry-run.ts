import { type Static, Type } from 'typebox';
import { ColumnMapping, ErrorGroup, RowError, SecondBest } from './job.js';
import { Marker } from './marker.js';
import { nullable } from './page.js';
import { SkippedRow } from './skipped-row.js';

const { id: _id, created_at: _createdAt, updated_at: _updatedAt, ...markerMembers } = Marker.properties;

/** The marker that a row would become: without an id or a time. */
export const PreviewMarker = Type.Object(
  { id: Type.Null(), ...markerMembers, created_at: Type.Null(), updated_at: Type.Null() },
  { $id: 'PreviewMarker' },
);
export type PreviewMarker = Static<typeof PreviewMarker>;

export const ROW_OUTCOMES = ['added', 'updated', 'unchanged', 'skipped', 'rejected'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export const PreviewRow = Type.Object(
  {
    index: Type.Integer({ description: 'Number of the data record, from 0.' }),
    line: nullable(
      Type.Integer({ description: 'Line of the file on which the record starts, from 1; null for JSON.' }),
    ),
    outcome: Type.Enum([...ROW_OUTCOMES]),
    marker: nullable(Type.Unsafe<PreviewMarker>(PreviewMarker)),
    error: nullable(RowError),
  },
  { $id: 'PreviewRow' },
);
export type PreviewRow = Static<typeof PreviewRow>;

export const PreviewColumn = Type.Object(
  {
    ...ColumnMapping.properties,
    why: Type.String({ description: 'Reason for the decision.' }),
    second_best: nullable(Type.Unsafe<SecondBest>(SecondBest)),
    samples: Type.Array(Type.String(), {
      maxItems: 3,
      description:
        'The first different values of the column, cut to 60 characters. Behind the first 1.5 MiB of `mapping` columns have none, and headers of 40 characters.',
    }),
  },
  { $id: 'PreviewColumn' },
);
export type PreviewColumn = Static<typeof PreviewColumn>;

export const ShownChange = Type.Object(
  {
    marker_id: Type.Integer(),
    code: nullable(Type.String()),
    name: nullable(Type.String({ description: 'Name after the change.' })),
    change: Type.Enum(['updated', 'deleted'], { description: 'What the import would do to the marker.' }),
    members: Type.Array(
      Type.Object({
        member: Type.String({ description: 'Member of the marker, such as `lat` or `custom_fields.Phone`.' }),
        old: nullable(Type.String({ description: 'Its value on the map; null: it has none.' })),
        new: nullable(Type.String({ description: 'Its value after the import; null: it would go.' })),
      }),
      { description: 'Members that are updated: 50 at most, their texts cut to 200 characters.' },
    ),
  },
  { $id: 'ShownChange' },
);
export type ShownChange = Static<typeof ShownChange>;

/** Outcome that an import of the same upload would have at this moment. */
export const DryRun = Type.Object(
  {
    encoding: Type.String(),
    delimiter: nullable(
      Type.String({ description: 'Character between the cells of a CSV file; null for JSON.' }),
    ),
    sheet: nullable(
      Type.String({ description: 'Name of the sheet that was read; null when the upload is no workbook.' }),
    ),
    sheets: Type.Array(
      Type.Object({
        name: Type.String(),
        hidden: Type.Boolean({ description: 'The workbook does not show the sheet.' }),
        rows: Type.Integer({
          description: 'Rows that have a value, the header among them; of long sheets some.',
        }),
        more_rows: Type.Boolean({ description: 'The sheet is long: only its beginning was counted.' }),
      }),
      {
        description:
          'The first 20 sheets of the workbook in their order, of which `sheet` may name another one; empty when the upload is no workbook.',
      },
    ),
    header_row: nullable(
      Type.Integer({
        description:
          'Row with the names of the columns, as a spreadsheet program numbers rows; null for JSON and GeoJSON.',
      }),
    ),
    skipped_rows: Type.Array(SkippedRow, {
      description:
        'The first 100 rows that are neither the header nor data: titles, notes and empty rows above the header, its row of units, headers that are repeated, totals and footers at the end. They are not among the counts.',
    }),
    skipped_row_count: Type.Integer({ description: 'Number of all such rows.' }),
    mapping: Type.Array(PreviewColumn),
    rows: Type.Array(PreviewRow, {
      description:
        'The first 20 records, each with the marker that its cells make or the reason for its rejection. The marker shows what the upload says, in skipped, updated and unchanged rows, too. Its texts are cut to 1,000 characters, its custom fields to 64 KiB, and a note says so.',
    }),
    counts: Type.Object(
      {
        total: Type.Integer(),
        added: Type.Integer(),
        updated: Type.Integer({ description: 'Rows that would change a marker.' }),
        unchanged: Type.Integer({
          description:
            'Rows that would repeat a marker under `on_duplicate=overwrite` and have nothing to change in it.',
        }),
        skipped: Type.Integer(),
        rejected: Type.Integer(),
        deleted: Type.Integer({
          description: 'Markers of the map that no row meets and that `missing=delete` would delete.',
        }),
      },
      { description: 'added + updated + unchanged + skipped + rejected = total; deleted is apart' },
    ),
    changes: Type.Array(Type.Unsafe<ShownChange>(ShownChange), {
      description:
        'The first 100 markers of the map that would be updated, in the order of the rows, then those that would be deleted. Left out are rows that repeat an earlier one, and colours that come from the legend.',
    }),
    placed: Type.Object(
      {
        coordinates: Type.Integer({ description: 'Rows placed at their own coordinates.' }),
        street: Type.Integer(),
        postal: Type.Integer(),
        city: Type.Integer(),
        state: Type.Integer(),
        area: Type.Integer({
          description: 'Rows placed by the code (`region_code`) or the name of their area.',
        }),
        country: Type.Integer({
          description: 'Rows placed by their country: only markers that are the area of a country.',
        }),
      },
      {
        description:
          'Number of rows by what placed them: their coordinates, their area, or the most exact part of the address that is known. Duplicates are included.',
      },
    ),
    areas: Type.Object(
      {
        exact: Type.Integer(),
        approximate: Type.Integer({
          description:
            'Areas built from the centroids of postal codes; their `region_source` begins with `approx/`.',
        }),
        none: Type.Integer({
          description: 'Rows whose area was not found; they become pins.',
        }),
      },
      { description: 'Number of rows whose type has a region of a data set as its area, such as a county.' },
    ),
    drive_times: Type.Object(
      {
        known: Type.Integer({
          description: 'Rows whose area is stored already, whichever map it was drawn for.',
        }),
        to_draw: Type.Integer({
          description:
            'Rows whose area an import would draw, if a road is near. Rows that share an area are counted one by one.',
        }),
        none: Type.Integer({ description: 'Rows that become pins.' }),
      },
      { description: 'Number of rows of drive-time types. A dry run draws no area.' },
    ),
    classes: Type.Array(
      Type.Object({
        category: Type.String({ description: 'Range of the values in the class.' }),
        color: Type.String(),
        rows: Type.Integer({ description: 'Rows in the class, among all that can become markers.' }),
      }),
      { description: 'Classes of the option `choropleth`, in order; empty without the option.' },
    ),
    error_summary: Type.Array(ErrorGroup),
    notes: Type.Array(Type.String()),
  },
  {
    $id: 'DryRun',
    example: {
      encoding: 'utf-8',
      delimiter: ',',
      sheet: null,
      sheets: [],
      header_row: 1,
      skipped_rows: [],
      skipped_row_count: 0,
      mapping: [],
      rows: [],
      counts: { total: 3, added: 2, updated: 0, unchanged: 0, skipped: 0, rejected: 1, deleted: 0 },
      changes: [],
      placed: { coordinates: 2, street: 0, postal: 0, city: 0, state: 0, area: 0, country: 0 },
      areas: { exact: 0, approximate: 0, none: 0 },
      drive_times: { known: 0, to_draw: 0, none: 0 },
      classes: [],
      error_summary: [],
      notes: [],
    },
  },
);
export type DryRun = Static<typeof DryRun>;
