import t from 'tap';
import { attachmentNamed } from '../../../src/format/write/file-name.js';

t.test('a file is called after its map', async (t) => {
  for (const [title, header] of [
    ['Stores', 'attachment; filename="Stores.csv"'],
    ['Läden', `attachment; filename="Laden.csv"; filename*=UTF-8''L%C3%A4den.csv`],
    ['地図', `attachment; filename="_.csv"; filename*=UTF-8''%E5%9C%B0%E5%9B%B3.csv`],
    ["it's (1)!*", `attachment; filename="it's (1)!_.csv"`],
    ["é'(!)", `attachment; filename="e'(!).csv"; filename*=UTF-8''%C3%A9%27%28%21%29.csv`],
    ['../../etc/passwd', 'attachment; filename="_.._etc_passwd.csv"'],
    ['a\r\nSet-Cookie: x', 'attachment; filename="a__Set-Cookie_ x.csv"'],
    ['"a"\\', 'attachment; filename="_a__.csv"'],
    ['gpj\u202e.exe', 'attachment; filename="gpj_.exe.csv"'],
    ['  . ', 'attachment; filename="map-7.csv"'],
    ['???', 'attachment; filename="map-7.csv"'],
    ['x'.repeat(1000), `attachment; filename="${'x'.repeat(100)}.csv"`],
    [`${'x'.repeat(99)}😀`, `attachment; filename="${'x'.repeat(99)}.csv"`],
  ] as const) {
    t.equal(attachmentNamed(title, 'map-7', 'csv'), header);
  }
});
