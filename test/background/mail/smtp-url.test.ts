import t from 'tap';
import { isSmtpUrl, senderOf } from '../../../src/background/mail/smtp-url.js';
import { readConfig } from '../../../src/config.js';

t.test('an address of a mail server is smtp or smtps, with a host and at most one sender', async (t) => {
  for (const url of [
    'smtp://localhost',
    'smtp://127.0.0.1:2525',
    'smtps://us%40er:p%2Fss@mail.example.com',
    'smtp://mail.example.com:587/?from=maps%2Bx@example.com&tls.rejectUnauthorized=false',
  ])
    t.equal(isSmtpUrl(url), true, url);
  for (const url of [
    'localhost:25',
    'http://mail.example.com',
    'smtp://',
    'smtp:mail',
    'smtp://user:%zz@mail.example.com',
    'smtp://mail.example.com?from=',
    'smtp://mail.example.com?from=nobody',
    'smtp://mail.example.com?from=a@example.com,b@example.com',
    'smtp://mail.example.com?from=a@example.com%0D%0ABcc:b@example.com',
  ])
    t.equal(isSmtpUrl(url), false, url);
  t.equal(readConfig({}).smtpUrl, null);
  t.throws(() => readConfig({ SMTP_URL: 'smtp://u:secret@h?from=x' }), {
    message:
      'SMTP_URL="smtp://***" is not allowed: an smtp:// or smtps:// URL, with ?from= one address if any',
  });
});

t.test('mails are from the named sender, else from the host of the service', async (t) => {
  const sender = (publicUrl: string, query = '') => senderOf(`smtp://mail.example.com${query}`, publicUrl);
  t.equal(sender('https://maps.example.com:8443/v1'), 'cartload@maps.example.com');
  t.equal(sender('https://maps.example.com/v1', '?from=a%2Bb@example.org'), 'a+b@example.org');
  t.equal(sender('http://127.0.0.1:8080/v1'), 'cartload@localhost');
  t.equal(sender('http://[::1]:8080/v1'), 'cartload@localhost');
});
