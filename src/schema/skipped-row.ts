import { type Static, Type } from 'typebox';

export const SKIP_REASONS = ['title', 'note', 'empty', 'unit', 'total', 'footer', 'repeated_header'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** A row that is no data: neither a record of the upload nor its header. */
export const SkippedRow = Type.Object(
  {
    row: Type.Integer({
      description:
        'Number of the row as a spreadsheet program shows it, from 1: empty rows count, line ends within a cell do not.',
    }),
    reason: Type.Enum([...SKIP_REASONS]),
  },
  { $id: 'SkippedRow', example: { row: 1, reason: 'title' } },
);
export type SkippedRow = Static<typeof SkippedRow>;
