/** Names that are null in a row of JSON: columns of the marker, and members of its objects. */
export interface RemovedMembers {
  readonly columns: readonly string[];
  readonly custom_fields: readonly string[];
  readonly extras: readonly string[];
}

export const joinRemoved = (
  one: RemovedMembers | null,
  other: RemovedMembers | null,
): RemovedMembers | null =>
  one === null || other === null
    ? (one ?? other)
    : {
        columns: [...new Set([...one.columns, ...other.columns])],
        custom_fields: [...new Set([...one.custom_fields, ...other.custom_fields])],
        extras: [...new Set([...one.extras, ...other.extras])],
      };
