/** What a row of JSON has null for: names of columns of the marker, and of members of its objects. */
export interface RemovedMembers {
  readonly columns: readonly string[];
  readonly custom_fields: readonly string[];
  readonly extras: readonly string[];
}

/** Both together. */
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
