/** Names that found no room; `atLeast` when there were too many to count. */
export interface Beyond {
  names: number;
  atLeast: boolean;
}

/**
 * Notes for the client on the limits of a map that an import has met (docs/decisions.md#legends-and-fields).
 */
export function limitNotes(categories: Beyond, fields: Beyond, undefinedFields: number): string[] {
  const notes: string[] = [];
  if (categories.names > 0) {
    notes.push(
      `${amountOf(categories)} categories are not in the legend, which holds 5,000: their markers keep them and have the palette's first colour.`,
    );
  }
  const beyond = { names: fields.names + undefinedFields, atLeast: fields.atLeast };
  if (beyond.names > 0) {
    notes.push(
      `${amountOf(beyond)} custom fields are not defined, as a map holds 1,000: their markers keep the values, and search finds them.`,
    );
  }
  return notes;
}

const amountOf = ({ names, atLeast }: Beyond): string =>
  `${atLeast ? 'At least ' : ''}${names.toLocaleString('en')}`;
