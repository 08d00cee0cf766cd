import { quote } from '../../base/cut.js';
import { isAround, isPartOfMarker } from '../../geo/demographics/level.js';
import type { DecidedClasses } from '../enrich/row-enricher.js';
import type { ImportPlan } from '../task.js';

const number = (n: number): string => n.toLocaleString('en');
const rows = (n: number): string => (n === 1 ? '1 row' : `${number(n)} rows`);

const LEVELS = { us_zip: 'ZIP', us_county: 'county', us_state: 'US state', country: 'country' } as const;

/** Rows that are not on the map: left out as duplicates, or overwritten by later rows of the upload. */
export interface LostRows {
  skipped: number;
  overwritten: number;
  /** More may be overwritten: a run that began anew does not know the rows of the one before. */
  isAtLeast?: boolean;
}

/**
 * Notes for the client on demographic values that rows lack, and on how rows and areas were classed.
 * @param valueless rows without a value, for each demographic field of the plan
 * @param isDryRun areas are classed by all markers of the map when the rows are written, so that it knows no
 * classes of them
 */
export function enrichmentNotes(
  {
    demographics = [],
    choropleth,
    options: { markerType },
  }: Pick<ImportPlan, 'demographics' | 'choropleth' | 'options'>,
  valueless: readonly number[],
  decided: DecidedClasses | null,
  lost: LostRows,
  isDryRun = false,
): string[] {
  const notes = demographics.flatMap(({ label, level }, i) => {
    const missing = valueless[i] ?? 0;
    return [
      ...(isAround(level, markerType)
        ? [
            `${label}: there are values of each ${LEVELS[level]}, and markers of type ${markerType} have the one around them.`,
          ]
        : []),
      ...(missing === 0 ? [] : [`${label}: no value for the ${LEVELS[level]} of ${rows(missing)}.`]),
      ...(isPartOfMarker(level, markerType)
        ? [
            `${label}: each ${LEVELS[level]} has a value, and markers of type ${markerType}, which are larger, have none.`,
          ]
        : []),
    ];
  });
  if (!choropleth || decided === null) return notes;
  if (decided.keepsNone)
    notes.push(
      `choropleth.breaks is keep, and the map has no ranges of ${quote(choropleth.field, 100)} to keep: the values make new ones.`,
    );
  const { numberless, classes } = decided;
  if (choropleth.aggregate !== undefined) {
    return [...notes, ...areaNotes(choropleth, decided, isDryRun), ...lostNotes(choropleth, lost)];
  }
  const field = quote(choropleth.field, 100);
  if (classes.length === 0) {
    notes.push(`No row has a number in ${field}: nothing was coloured by it.`);
  } else if (numberless > 0) {
    const keep = numberless === 1 ? 'has no number in' : 'have no number in';
    notes.push(`${rows(numberless)} ${keep} ${field}: category and colour are the upload's own.`);
  }
  notes.push(...outsideNote(classes, field, rows));
  const { mixedAreas = 0 } = decided;
  if (mixedAreas > 0) {
    const have = mixedAreas === 1 ? '1 area has' : `${number(mixedAreas)} areas have`;
    notes.push(
      `${have} rows of several classes: each is coloured by one of them. Send choropleth.aggregate (sum, mean, median …) to class areas as a whole.`,
    );
  }
  return notes;
}

/** Notes on a choropleth that classes areas as a whole. */
function areaNotes(
  { field, aggregate }: NonNullable<ImportPlan['choropleth']>,
  { rows: areas, numberless, classes }: DecidedClasses,
  isDryRun: boolean,
): string[] {
  const name = quote(field, 100);
  if (isDryRun)
    return [
      `The import classes areas by the ${aggregate} of ${name} over all markers that the map has of each, once its rows are written. A dry run shows neither these classes nor the category and colour that markers of areas get.`,
    ];
  if (classes.length === 0) return [`No area was coloured by the ${aggregate} of ${name}.`];
  const coloured = areas - numberless;
  const without = numberless === 1 ? '1 area has' : `${number(numberless)} areas have`;
  const of = coloured === 1 ? '1 area is' : `${number(coloured)} areas are`;
  return [
    `${of} coloured by the ${aggregate} of ${name} over all markers that the map has of each.`,
    ...(numberless === 0 ? [] : [`${without} no number in ${name}, and no class.`]),
    ...outsideNote(classes, name, (n) => (n === 1 ? '1 area' : `${number(n)} areas`)),
  ];
}

/**
 * Who sends orders by state has rows that nothing tells apart: all but the first of each state are in no sum.
 */
function lostNotes(
  { aggregate }: NonNullable<ImportPlan['choropleth']>,
  { skipped, overwritten, isAtLeast = false }: LostRows,
): string[] {
  const from = `not in the ${aggregate} of any area: of rows with one name and place the map keeps one. Give rows that are to count apart names of their own.`;
  const are = (n: number): string => (n === 1 ? 'is' : 'are');
  const notes: string[] = [];
  if (skipped > 0)
    notes.push(
      `${rows(skipped)} skipped as ${skipped === 1 ? 'a duplicate' : 'duplicates'} (skipped_url) ${are(skipped)} ${from}`,
    );
  if (overwritten > 0)
    notes.push(
      `${isAtLeast ? 'At least ' : ''}${rows(overwritten)} overwritten by later rows of the upload ${are(overwritten)} ${from}`,
    );
  return notes;
}

/**
 * Note on values outside the ranges that an earlier import made: the labels name only the values that it had.
 */
function outsideNote(
  classes: DecidedClasses['classes'],
  field: string,
  counted: (n: number) => string,
): string[] {
  const outside = classes.reduce((sum, each) => sum + (each.outside ?? 0), 0);
  if (outside === 0) return [];
  const have = outside === 1 ? 'has a value' : 'have values';
  return [
    `${counted(outside)} ${have} of ${field} that none of the kept ranges names: the range next below was taken, or the lowest. Send choropleth.breaks as numbers for ranges without ends.`,
  ];
}
