import type { Vocabulary } from '../concepts.js';
import type { FieldLabel } from '../labels.js';

/** Words and phrases with | between them, folded: lower case without accents. */
type Words<Purpose extends string> = Readonly<Partial<Record<Purpose, string>>>;

/**
 * All that recognition knows of one language. Rules of single countries, such as `NO_` of Brazilian
 * registers, stand with the other rules.
 */
export interface LanguageData {
  /** Words of headers by what they mean. */
  readonly concepts: Vocabulary;
  /** The key of a word as it can be written, too. */
  readonly respelled?: (key: string) => string;
  /**
   * South, west, north, east in degrees, generous: where rows whose headers are in the language mostly lie.
   */
  readonly homes: readonly (readonly [number, number, number, number])[];
  /** Numbers of lines of an address: `Address Line Two`, `Adresszeile II`. */
  readonly lineNumbers: Readonly<Record<string, number>>;
  readonly headers: Words<
    /** Last parts of compounds whose first part is unknown: `Betreuungsart`, `Schoolnaam`, `brandname`. */
    | 'heads'
    /** Letters between the parts of a compound. */
    | 'links'
    /** Endings of plurals with what stands there in the singular: `ies=y`. */
    | 'plurals'
    /** Starts and ends of trips when a place stands beside them, else of periods. */
    | 'origins'
    | 'destinations'
    | 'questions'
    /** Beginnings of words of the second level that are counties even when nothing stands above them. */
    | 'counties'
    /** Words of the first level that are also a status, so that only known states count. */
    | 'statesOrStatuses'
    /** A point may be a place of any sort (`categoria_ponto`). */
    | 'points'
    /** Kinds of a thing wherever they stand; other words of the concept `kind` come second. */
    | 'mainKinds'
    /** Beginnings of words of a lesser kind. */
    | 'minorKinds'
    /** Parties to a business: their names are names, their numbers are not codes of places. */
    | 'parties'
    /** Beginnings of words for somebody to talk to, who names the row where nothing else does. */
    | 'contacts'
    /** Parts of words that say that an address is a whole one. */
    | 'whole'
    /** Titles of things, and of persons beside a last name. */
    | 'titles'
  >;
  /**
   * Regular expressions of whole headers, without anything but letters and digits, that can hardly mean
   * anything else.
   */
  readonly patterns: Words<FieldLabel>;
  /**
   * Words of axes in degrees, minutes and seconds; unsure ones count only where the values agree: `lat_min`
   * may be the least latitude.
   */
  readonly axes: Words<
    | 'lat'
    | 'lng'
    | 'degrees'
    | 'minutes'
    | 'seconds'
    | 'direction'
    | 'unsureDegrees'
    | 'unsureMinutes'
    | 'unsureSeconds'
    | 'unsureDirection'
    | 'links'
  >;
  readonly values: Words<
    | 'streetTypes'
    /** Endings of one word for a street; few towns end as the firm ones do. */
    | 'streetEndings'
    | 'firmStreetEndings'
    | 'legalForms'
    /** Beginnings of a floor, a flat, a room. */
    | 'suites'
    /** Generic words before names of subdivisions, and what links them: `departamento de lima`. */
    | 'subdivisions'
    | 'subdivisionLinks'
    | 'months'
    | 'yesNo'
    | 'colors'
  >;
  /** Regular expressions of rows that sum up others, and of lines below a table. */
  readonly footers: Words<
    | 'totals'
    /** Behind `total`. */
    | 'totalsOf'
    | 'sources'
    | 'notes'
    /** Who made the file, and when: `generated … by`. */
    | 'made'
    | 'madeBy'
    /** `page 1 of 2` */
    | 'pages'
    | 'pagesOf'
    /** `end of report` */
    | 'ends'
    | 'endsOf'
    /** `12 rows selected` */
    | 'counted'
    | 'found'
    /** Sentences about the file. */
    | 'beginnings'
  >;
  /** Units below a header; those of degrees add nothing to it. */
  readonly units: Words<'degrees' | 'others' | 'types'>;
}
