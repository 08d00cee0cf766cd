import { ADDRESS_MEMBERS } from '../schema/marker.js';
import type { NearbyPin } from '../store/nearby.js';
import type { ByteSink } from './byte-sink.js';

/**
 * What a client sees of pins beside where they are, as the JSON that stands in the answer: from `"title":` to the brace that ends the
 * pin. In shared memory, about 110 bytes a pin.
 */
export interface PinTexts {
  /** Where each slot's text begins in `bytes`; the last element is where the last one ends. */
  readonly starts: Uint32Array;
  readonly bytes: Buffer;
}

/** Columns of markers that a text is made of, in order. */
export const PIN_TEXT_COLUMNS = ['name', 'type', 'category', 'color', ...ADDRESS_MEMBERS] as const;

/** Values of one of the columns, in UTF-8; those of a row begin and end at its index, null is empty. */
export interface TextColumn {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

export function pinJson({ title, type, category, color, address }: NearbyPin): Buffer {
  return Buffer.from(JSON.stringify({ title, type, category, color, address }).slice(1));
}

/** The same for a row of columns, without making strings of them. */
export function writePinJson(sink: ByteSink, columns: readonly TextColumn[], row: number): void {
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
  sink.writeAll(END);
}

const bytesOf = (text: string): Buffer => Buffer.from(text);
const VALUE_HEADS = ['"title":', ',"type":', ',"category":', ',"color":'].map(bytesOf);
const ADDRESS_HEAD = bytesOf(',"address":{');
const MEMBER_HEADS = ADDRESS_MEMBERS.map((member) => bytesOf(`"${member}":`));
const END = bytesOf('}}');
const NULL = bytesOf('null');
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

function writeText(sink: ByteSink, bytes: Buffer, start: number, end: number): void {
  if (needsEscape(bytes, start, end)) {
    sink.writeAll(bytesOf(JSON.stringify(bytes.toString('utf8', start, end))));
    return;
  }
  sink.writeByte(QUOTE);
  sink.write(bytes, start, end);
  sink.writeByte(QUOTE);
}

/** Whether bytes of UTF-8 cannot stand between the quotes of a JSON text as they are. */
function needsEscape(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) return true;
  }
  return false;
}
