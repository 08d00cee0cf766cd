import { ADDRESS_MEMBERS } from '../schema/marker-terms.js';
import type { StoredPin } from '../store/nearby.js';
import type { ByteSink } from './byte-sink.js';

/**
 * JSON of pins as answers contain it, from the brace that begins a pin to its address. About 160 bytes a pin.
 */
export interface PinTexts {
  /** Start of each slot's text in `bytes`, then the end of the last. */
  readonly starts: Uint32Array;
  readonly bytes: Buffer;
}

/** Marker columns of a text, in order. */
export const PIN_TEXT_COLUMNS = ['name', 'type', 'category', 'color', ...ADDRESS_MEMBERS] as const;

/** UTF-8 values of one column, with start and end by row; null is empty. */
export interface TextColumn {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

export function pinJson({ id, lat, lng, title, type, category, color, address }: StoredPin): Buffer {
  return Buffer.from(JSON.stringify({ id, lat, lng, title, type, category, color, address }).slice(0, -1));
}

/** Writes the JSON of a row straight from column bytes, without creating strings. */
export function writePinJson(
  sink: ByteSink,
  { id, lat, lng }: Pick<StoredPin, 'id' | 'lat' | 'lng'>,
  columns: readonly TextColumn[],
  row: number,
): void {
  sink.writeAll(ID);
  sink.writeInteger(id);
  sink.writeAll(LAT);
  writeDegrees(sink, lat);
  sink.writeAll(LNG);
  writeDegrees(sink, lng);
  for (let i = 0; i < VALUE_HEADS.length; i++) {
    const { bytes, starts, ends } = columns[i]!;
    sink.writeAll(VALUE_HEADS[i]!);
    if (starts[row] === ends[row]) sink.writeAll(NULL);
    else writeText(sink, bytes, starts[row]!, ends[row]!);
  }
  sink.writeAll(ADDRESS_HEAD);
  let isFirst = true;
  for (let i = 0; i < MEMBER_HEADS.length; i++) {
    const { bytes, starts, ends } = columns[VALUE_HEADS.length + i]!;
    if (starts[row] === ends[row]) continue;
    if (!isFirst) sink.writeByte(COMMA);
    isFirst = false;
    sink.writeAll(MEMBER_HEADS[i]!);
    writeText(sink, bytes, starts[row]!, ends[row]!);
  }
  sink.writeByte(BRACE);
}

const bytesOf = (text: string): Buffer => Buffer.from(text);
const [ID, LAT, LNG] = ['{"id":', ',"lat":', ',"lng":'].map(bytesOf) as [Buffer, Buffer, Buffer];
const VALUE_HEADS = [',"title":', ',"type":', ',"category":', ',"color":'].map(bytesOf);
const ADDRESS_HEAD = bytesOf(',"address":{');
const MEMBER_HEADS = ADDRESS_MEMBERS.map((member) => bytesOf(`"${member}":`));
const NULL = bytesOf('null');
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACE = 0x7d;

/** Writes degrees as stored, with all decimals. */
function writeDegrees(sink: ByteSink, degrees: number): void {
  if (Math.round(degrees * 1e9) / 1e9 === degrees) sink.writeDecimal(degrees);
  else sink.writeAll(bytesOf(String(degrees)));
}

function writeText(sink: ByteSink, bytes: Buffer, start: number, end: number): void {
  if (needsEscape(bytes, start, end)) {
    sink.writeAll(bytesOf(JSON.stringify(bytes.toString('utf8', start, end))));
    return;
  }
  sink.writeByte(QUOTE);
  sink.write(bytes, start, end);
  sink.writeByte(QUOTE);
}

/** Tells whether UTF-8 bytes need escapes between the quotes of a JSON string. */
function needsEscape(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) return true;
  }
  return false;
}
