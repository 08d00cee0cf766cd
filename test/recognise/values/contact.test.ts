import t from 'tap';
import { isEmail, isImage, isPhone, isUrl, isVideo } from '../../../src/recognise/values/contact.js';

t.test('e-mail addresses', async (t) => {
  t.ok(isEmail('ada@example.com'));
  t.ok(isEmail('mailto:ada@example.co.uk'));
  t.notOk(isEmail('ada at example.com'));
  t.notOk(isEmail('@example.com'));
});

t.test('web addresses, with and without scheme', async (t) => {
  for (const url of ['https://example.com/a', 'www.example.fr', 'example.de', 'a-b.example.org/x'])
    t.ok(isUrl(url), url);
  for (const text of ['St. Gallen', 'Nr.12', 'z.B.', 'example']) t.notOk(isUrl(text), text);
});

t.test('pictures by their ending or their host', async (t) => {
  for (const image of [
    'a.JPG',
    'https://x.example/p.png?w=1',
    'https://i.imgur.com/abc',
    '//cdn.example/images/7',
  ]) {
    t.ok(isImage(image), image);
  }
  t.notOk(isImage('https://example.com/page.html'));
});

t.test('telephone numbers are not bare numbers of a few digits', async (t) => {
  for (const phone of ['(555) 010-0000', '+49 30 5550', '030/555 01', '0474000000'])
    t.ok(isPhone(phone), phone);
  for (const text of ['12345', '2024', '1.5', 'ext 5']) t.notOk(isPhone(text), text);
});

t.test('videos are addresses of video sites or their 11 character names', async (t) => {
  t.ok(isVideo('https://youtu.be/dQw4w9WgXcQ'));
  t.ok(isVideo('dQw4w9WgXcQ'));
  t.notOk(isVideo('Restaurants'));
  t.notOk(isVideo('12345678901'));
});

t.test('what is almost an e-mail address is none', async (t) => {
  for (const text of [
    'a@b.de',
    'MAILTO:ada@EXAMPLE.ORG',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(120)}.com`,
    `ada@example.com${'?'.repeat(184)}`,
  ])
    t.ok(isEmail(text), text);
  for (const text of [
    'ada@example.c',
    'ada@exa mple.com',
    'ada@@example.com',
    'to ada@example.com',
    'a da@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(121)}.com`,
    `ada@example.com${'?'.repeat(185)}`,
  ])
    t.notOk(isEmail(text), text);
});

t.test('what is almost a web address is none', async (t) => {
  for (const text of [
    'http://a.b',
    'ftp://files',
    'HTTPS://EXAMPLE',
    'www.abc',
    'EXAMPLE.NET',
    'example.eu/path?q=1',
    'aa.bb.cc.dd.org',
    `${'a'.repeat(40)}.com`,
  ])
    t.ok(isUrl(text), text);
  for (const text of [
    'http:/example',
    'https://ab',
    'https:// abc',
    'see https://example.com',
    'www abc',
    'e.com',
    'aa.bb.cc.dd.ee.org',
    'example.com and more',
    'visit example.com',
    'example.xyz',
    'example.community',
    'exam_ple.com',
    `${'a'.repeat(41)}.com`,
    `example.${'a'.repeat(41)}.com`,
  ])
    t.notOk(isUrl(text), text);
});

t.test('each ending and each place of pictures', async (t) => {
  for (const ending of ['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg', 'tif', 'tiff', 'bmp', 'avif', 'heic'])
    for (const behind of ['', '?w=1', '#top', '&x=1'])
      t.ok(isImage(`a.${ending}${behind}`), `${ending}${behind}`);
  for (const folder of ['image', 'images', 'photo', 'photos', 'img', 'media', 'upload', 'uploads', 'thumb'])
    for (const next of ['/7', '?id=7', '.php'])
      t.ok(isImage(`http://example.com/a/${folder}${next}`), `${folder}${next}`);
  for (const host of ['res.cloudinary.com', 'unsplash.com', 'lh3.googleusercontent.com'])
    t.ok(isImage(`//${host}/7`), host);
  for (const text of [
    'jpg',
    'a.pngx',
    'a.pdf',
    'images/7',
    'https:/example.com/images/7',
    'https://example.com/imagery/7',
    'https://example.com/a b/images/7',
    'see https://i.imgur.com/abc',
    `https://${'a'.repeat(201)}/images/7`,
  ])
    t.notOk(isImage(text), text);
});

t.test('telephone numbers have 7 to 16 digits, and fewer than 9 are set apart', async (t) => {
  for (const text of [
    '555 0100',
    '555-0100',
    '555/0100',
    '(030)5550',
    '+1234567',
    '123456789',
    '030 5550 x12',
    '030 5550x5',
    '030 5550 ext. 5',
    '030 5550 EXT 5',
    '1234 5678 9012 3456',
  ])
    t.ok(isPhone(text), text);
  for (const text of [
    '555 010',
    '12345678',
    '1234.5678',
    ' 12345678',
    'tel 555 0100',
    '555 0100 or so',
    '555 0100 ext',
    '1234 5678 9012 3456 7',
    `+1 ${' '.repeat(20)}555 010 000`,
    '-555 0100',
  ])
    t.notOk(isPhone(text), text);
});

t.test('each video site, and what is almost a name of a video', async (t) => {
  for (const text of [
    'http://m.youtube.com/x',
    'HTTPS://WWW.YOUTUBE.COM/watch',
    'https://youtube-nocookie.com/embed/x',
    'https://vimeo.com/1',
    'https://player.vimeo.com/1',
    'a1b2c3d4e5_',
    'abcdefghij-',
    '0123456789a',
  ])
    t.ok(isVideo(text), text);
  for (const text of [
    'https://youtube.com',
    'youtube.com/watch',
    'https://example.com/youtube.com/',
    'see https://youtu.be/x',
    'https://letters.youtube.com/x',
    'https://youtubexcom/x',
    '0123456789-',
    'abcdefghijk',
    'dQw4w9WgXc',
    'dQw4w9WgXcQQ',
    'dQw4w9 gXcQ',
    'dQw4w9WgXc!',
  ])
    t.notOk(isVideo(text), text);
});
