const n = (count: number): string => count.toLocaleString('en');
const none = (missing: number): string =>
  missing === 1
    ? 'the marker that is in no row is not deleted'
    : `none of the ${n(missing)} markers that are in no row is deleted`;

/** Note on rejected rows that tell no marker which could stay. */
export const untoldNotes = (untold: number): string[] =>
  untold === 0
    ? []
    : [
        `${untold === 1 ? '1 rejected row does' : `${n(untold)} rejected rows do`} not tell which marker ${untold === 1 ? 'it means' : 'they mean'}, as no code or place can be read, or the code is that of another row: with missing=delete ${untold === 1 ? 'its marker counts' : 'their markers count'} as missing. Mend these rows and upload the whole file again.`,
      ];

/** Why an import with rejected rows deletes none of the markers that no row met. */
export const missingKept = (rejected: number, most: number, missing: number): string =>
  `${rejected === 1 ? '1 row is' : `${n(rejected)} rows are`} rejected, more than missing_tolerance allows (${n(most)}), so ${none(missing)}: mend the rows, or raise missing_tolerance.`;

/** Why an import with rows that nobody can tell from each other deletes none. */
export const missingHidden = (missing: number): string =>
  `lines whose quotes are unclear, or too long, may hold further rows, so ${none(missing)}, whatever missing_tolerance says: mend these lines.`;

/** Why an import deletes none of so many markers. */
export const manyMissing = (missing: number, present: number): string =>
  `${n(missing)} of the map's ${n(present)} markers ${missing === 1 ? 'is' : 'are'} in no row, more than half, so none is deleted: check that the file is whole and of this map, or confirm with confirm=true.`;
