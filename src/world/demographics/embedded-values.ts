import { readFile } from 'node:fs/promises';
import { packColumn } from '../../geo/demographics/column.js';
import { DEMOGRAPHIC_LEVELS, type DemographicLevel } from '../../geo/demographics/level.js';
import { geodataDirectory } from '../geodata/files.js';

type EmbeddedValues = Record<string, Partial<Record<DemographicLevel, Record<string, string>>>>;

let reading: Promise<EmbeddedValues> | null = null;

/** Values packed by `npm run build`: 90 KB, read on first use. */
function embeddedValues(): Promise<EmbeddedValues> {
  reading ??= readFile(new URL('demographics.json', geodataDirectory), 'utf8').then(
    (text) => JSON.parse(text) as EmbeddedValues,
    (error) => {
      reading = null;
      throw error;
    },
  );
  return reading;
}

/** Levels with values of an embedded field, the finest first. */
export async function embeddedLevels(key: string): Promise<DemographicLevel[]> {
  const values = (await embeddedValues())[key] ?? {};
  return DEMOGRAPHIC_LEVELS.filter((level) => values[level] !== undefined);
}

/** Packed column of region codes and values; empty where the field has none at that level. */
export async function embeddedColumn(key: string, level: DemographicLevel): Promise<Uint8Array> {
  return packColumn(Object.entries((await embeddedValues())[key]?.[level] ?? {}));
}
