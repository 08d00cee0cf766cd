import type { MapLookup, PlaceColumns } from '../../store/map-lookup.js';
import { type CopyLine, readCopyLine } from '../prepare/copy-line.js';
import { LINE_COLUMNS, type PreparedBlock } from '../prepare/prepare-block.js';

/** A row as it would become a marker: its record, its line of COPY text by column, its category and explicit colour. */
export interface SampleRow {
  record: number;
  columns: CopyLine;
}

/** A block as a dry run sees it. Its `lines` are empty: they are needed in the thread only. */
export interface ExaminedBlock extends PreparedBlock {
  /** 1 for each row that the map has already. */
  onMap: Uint8Array;
  samples: SampleRow[];
}

/**
 * @param lookup null when the map has no markers
 * @param sampleRecords records below this number are shown as they would become markers
 */
export async function examineBlock(
  prepared: PreparedBlock,
  mapId: number,
  lookup: MapLookup | null,
  sampleRecords: number,
): Promise<ExaminedBlock> {
  const { lines, rows, records } = prepared;
  const samples: SampleRow[] = [];
  const places: PlaceColumns = { names: [], lats: [], lngs: [], cells: [] };
  const isSampled = rows > 0 && records[0]! < sampleRecords;
  if (lookup !== null || isSampled) {
    const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length).toString('utf8').split('\n');
    for (let row = 0; row < rows; row++) {
      if (records[row]! < sampleRecords) {
        samples.push({ record: records[row]!, columns: readCopyLine(text[row]!, LINE_COLUMNS) });
      } else if (lookup === null) break;
      if (lookup !== null) {
        const { name, lat, lng, cell } = readCopyLine(text[row]!, PLACE_COLUMNS);
        places.names.push(name!);
        places.lats.push(lat!);
        places.lngs.push(lng!);
        places.cells.push(cell!);
      }
    }
  }
  const onMap = lookup === null ? new Uint8Array(rows) : await lookup.find(mapId, places);
  return { ...prepared, lines: new Uint8Array(0), onMap, samples };
}

/** The leading columns of a line, up to the last that the duplicate rule looks at. */
const PLACE_COLUMNS = LINE_COLUMNS.slice(0, LINE_COLUMNS.indexOf('cell') + 1);
