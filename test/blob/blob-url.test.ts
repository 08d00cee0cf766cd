import t from 'tap';
import { readBlobUrl } from '../../src/blob/blob-url.js';

t.test('a file: address is absolute or below DATA_DIR', (t) => {
  const read = (text: string) => readBlobUrl(text, '/data');
  t.equal(read('file:blobs'), '/data/blobs');
  t.equal(read('file:./a/b/'), '/data/a/b');
  t.equal(read('file:../a'), '/a');
  t.equal(read('file:/var/blobs'), '/var/blobs');
  t.equal(read('file:///var/my%20blobs'), '/var/my blobs');
  t.equal(read('FILE:/var/blobs'), '/var/blobs');
  t.end();
});

t.test('other addresses are none', (t) => {
  for (const text of [
    's3://bucket',
    'file:',
    'file://',
    'file:%20',
    'file://host/a',
    'file:////a',
    'file:/a?b',
    'file:/a#b',
    'file:/%zz',
    'file:/a%00b',
    '/a',
    'blobs',
    'http://a',
  ])
    t.equal(readBlobUrl(text, '/data'), null, text);
  t.end();
});
