import { MAX_MEASURE_LENGTH, MarkVotes, readMeasure } from '../../format/cells/measure.js';
import { REGION_TYPES } from '../../geo/regions/region-type.js';
import { readAreaTexts } from '../../store/area-values.js';
import type pg from '../../store/pg.js';

/** The numbers of some markers that fill regions, in ascending order. */
export interface AreaMeasures {
  lastId: number;
  /** Each region_source once, and which of them each marker has. */
  sources: string[];
  sourceOf: Uint32Array<ArrayBuffer>;
  /** NaN for none: with a decimal point, and with a decimal comma. */
  points: Float64Array<ArrayBuffer>;
  commas: Float64Array<ArrayBuffer>;
  votes: { points: number; commas: number };
}

/** Which markers are measured at a time. */
export interface AreaPage {
  mapId: number;
  field: string;
  afterId: number;
  limit: number;
  nowMs: number;
}

/** Runs on a thread. @returns null when there are no more markers */
export async function measureAreas(
  database: pg.Pool,
  { mapId, ...page }: AreaPage,
): Promise<AreaMeasures | null> {
  const read = await readAreaTexts(database, mapId, {
    ...page,
    types: REGION_TYPES,
    maxTextLength: MAX_MEASURE_LENGTH,
  });
  if (read === null) return null;
  const { lastId, texts } = read;
  const indexes = new Map<string, number>();
  const sourceOf = Uint32Array.from(read.sources, (source) => {
    const known = indexes.get(source) ?? indexes.size;
    indexes.set(source, known);
    return known;
  });
  const votes = new MarkVotes();
  for (const text of texts) votes.see(text);
  return {
    lastId,
    sources: [...indexes.keys()],
    sourceOf,
    points: Float64Array.from(texts, (text) => readMeasure(text, '.')),
    commas: Float64Array.from(texts, (text) => readMeasure(text, ',')),
    votes: { points: votes.points, commas: votes.commas },
  };
}
