const n = (count: number): string => count.toLocaleString('en');

/** Why an import with rejected rows deletes none of the markers that no row met. */
export const missingKept = (rejected: number, most: number, missing: number): string =>
  `${n(rejected)} rows are rejected, more than missing_tolerance allows (${n(most)}), so none of the ${n(missing)} markers that are in no row is deleted: mend the rows, or raise missing_tolerance.`;

/** Why an import deletes none of so many markers. */
export const manyMissing = (missing: number, present: number): string =>
  `${n(missing)} of the map's ${n(present)} markers are in no row, more than half, so none is deleted: check that the file is whole and of this map, or confirm with confirm=true.`;
