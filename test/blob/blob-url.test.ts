import t from 'tap';
import { readBlobUrl } from '../../src/blob/blob-url.js';

t.test('a file: address is absolute or below DATA_DIR', async (t) => {
  const read = (text: string) => {
    const address = readBlobUrl(text, '/data');
    return address?.kind === 'file' ? address.directory : null;
  };
  t.equal(read('file:blobs'), '/data/blobs');
  t.equal(read('file:./a/b/'), '/data/a/b');
  t.equal(read('file:../a'), '/a');
  t.equal(read('file:/var/blobs'), '/var/blobs');
  t.equal(read('file:///var/my%20blobs'), '/var/my blobs');
  t.equal(read('FILE:/var/blobs'), '/var/blobs');
});

t.test('other addresses are none', async (t) => {
  for (const text of [
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
    's3:bucket',
    's3://',
    's3:///prefix',
    's3://B/a',
    's3://ab',
    's3://a..b',
    's3://bucket/../a',
    's3://bucket/a//b',
    's3://bucket/a b',
    's3://bucket/a%20b',
    's3://key:secret@bucket',
    's3://key@bucket/a',
    's3://bucket#a',
    's3://bucket?zone=1',
    's3://bucket?region=a&region=b',
    's3://bucket?region=A!',
    's3://bucket?path_style=yes',
    's3://bucket?endpoint=minio:9000',
    's3://bucket?endpoint=http://minio/a',
    's3://bucket?endpoint=http://key:secret@minio',
    's3://bucket?endpoint=http://minio/?a',
  ])
    t.equal(readBlobUrl(text, '/data'), null, text);
});

t.test('an s3: address is a bucket, perhaps a prefix, and where it is reached', async (t) => {
  const amazon = { kind: 's3', bucket: 'maps', prefix: '', endpoint: null, region: null, pathStyle: false };
  t.same(readBlobUrl('s3://maps', '/data'), amazon);
  t.same(readBlobUrl('S3://maps/', '/data'), amazon);
  t.same(readBlobUrl('s3://maps/live/eu-1/?region=eu-central-1', '/data'), {
    ...amazon,
    prefix: 'live/eu-1/',
    region: 'eu-central-1',
  });
  const own = { ...amazon, endpoint: 'http://minio:9000', region: 'us-east-1', pathStyle: true };
  t.same(readBlobUrl('s3://maps?endpoint=http://minio:9000', '/data'), own);
  t.same(readBlobUrl('s3://maps?endpoint=http%3A%2F%2Fminio%3A9000%2F&path_style=false', '/data'), {
    ...own,
    pathStyle: false,
  });
});
