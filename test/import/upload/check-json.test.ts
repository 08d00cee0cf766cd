import t from 'tap';
import { checkJsonBlock } from '../../../src/import/upload/check-json.js';

const check = (bytes: Buffer | string, records = 2) => {
  const source = Buffer.from(bytes as string);
  const block = { index: 0, startByte: 0, endByte: source.length, firstRecord: 3, records, firstLine: 1 };
  return checkJsonBlock(source, block);
};

t.test('type, colour and radius of a marker refuse the batch', async (t) => {
  for (const member of ['type', 'color', 'radius', 'radius_unit']) {
    t.throws(() => check(`{"name":"A"},{"name":"A","${member}":null}`), {
      code: 'BAD_REQUEST',
      message: `markers[4].${member} is not supported in a bulk import; use marker_type and its options`,
    });
  }
  const fine = ['{"name":"type"}', 'null', '7', '"type"', '["type"]', '{"custom_fields":{"type":"pin"}}'];
  for (const element of fine) t.doesNotThrow(() => check(element));
});

t.test('what is no JSON is refused before a member is', async (t) => {
  t.throws(() => check('{"type":"pin"},{"name":}'), { code: 'BAD_REQUEST', message: /Not valid JSON/ });
  t.throws(() => check('{"type":"pin"},{"a":1,"b":2,"a":3}'), { message: /the member "a" is given more/ });
  t.throws(() => check(Buffer.from([0x22, 0xff, 0x22])), {
    message: /one of markers\[3\] to markers\[4\] holds other bytes/,
  });
  t.throws(() => check(Buffer.from([0x22, 0xff, 0x22]), 1), { message: /markers\[3\] holds other bytes/ });
});

t.test('members that the import does not read are told once, those of addresses too', async (t) => {
  t.same(check('{"address":{"city":"A","po":1},"names":"B"},{"names":[1],"address":{"x":2},"zip":"C"}'), [
    'markers[].names',
    'markers[].address.po',
    'markers[].zip',
    'markers[].address.x',
  ]);
  t.same(check('[8,[9]],{"address":["a"]}'), ['markers[].0', 'markers[].1', 'markers[].address.0']);
  const long = 'n'.repeat(200);
  t.same(check(`{"${long}":1}`), [`markers[].${long}`.slice(0, 100)]);
  t.equal(check(`{${Array.from({ length: 40 }, (_, i) => `"n${i}":1`)}}`).length, 21);
});
