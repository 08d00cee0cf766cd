import fc from 'fast-check';
import t from 'tap';
import { ByteSink } from '../../src/nearby/byte-sink.js';
import { PIN_TEXT_COLUMNS, pinJson, writePinJson } from '../../src/nearby/pin-json.js';
import { ADDRESS_MEMBERS } from '../../src/schema/marker.js';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom('"', '\\', '\n', '\u2028', '__proto__', 'ü'.repeat(40), 'a'.repeat(100)),
);
const optional = fc.option(text, { freq: 2 });

/** Normalises JSON: 1e-7 and 0.0000001 are the same number. */
const canonical = (json: Buffer): string => JSON.stringify(JSON.parse(`${json}}`));
const degrees = fc.oneof(
  fc.constantFrom(0, -0, 5e-324, 1e-7, -180, 12.345678),
  fc.double({ min: -180, max: 180, noNaN: true }),
);

t.test('a pin is written from columns as it is from an object', async (t) => {
  const row = fc.tuple(text, fc.constant('pin'), ...PIN_TEXT_COLUMNS.slice(2).map(() => optional));
  let rowsSeen = 0;
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), degrees, degrees, (rows, lat, lng) => {
      const columns = PIN_TEXT_COLUMNS.map((_, column) => {
        const values = rows.map((values) => Buffer.from(values[column] ?? ''));
        const ends = Uint32Array.from(values, (_, at) =>
          values.slice(0, at + 1).reduce((sum, value) => sum + value.length, 0),
        );
        const starts = ends.map((end, at) => end - values[at]!.length);
        return { bytes: Buffer.concat(values), starts, ends };
      });
      rows.forEach(([title, type, category, color, ...address], at) => {
        const sink = new ByteSink(1);
        writePinJson(sink, { id: at, lat, lng }, columns, at);
        const pin = {
          mapId: 1,
          id: at,
          lat,
          lng,
          expiresAtMs: null,
          title: title!,
          type: type!,
          category: category ?? null,
          color: color ?? null,
          address: Object.fromEntries(
            ADDRESS_MEMBERS.flatMap((member, i) => (address[i] ? [[member, address[i]]] : [])),
          ),
        };
        rowsSeen++;
        if (canonical(sink.bytes) !== canonical(pinJson(pin)))
          throw new Error(`${sink.bytes} instead of ${pinJson(pin)}`);
      });
    }),
  );
  t.ok(rowsSeen >= 100);
});
