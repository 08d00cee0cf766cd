import t from 'tap';
import {
  isEmail,
  isImage,
  isPhone,
  isUrl,
  isVideo,
} from '../../../../../src/import/columns/header/values/contact.js';

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
