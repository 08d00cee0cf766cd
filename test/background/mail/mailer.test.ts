import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { findFreePort } from '../../../load/nginx.js';
import { createMailer } from '../../../src/background/mail/create-mailer.js';
import type { MailTransport } from '../../../src/background/mail/mail.js';
import { defaultRetryDelayMs, type Mailer, type MailerOptions } from '../../../src/background/mail/mailer.js';
import type { Logger } from '../../../src/base/log.js';
import { resendFailed } from '../../../src/store/outbox.js';
import { shareMap } from '../../../src/store/shares.js';
import { until } from '../../support/cartload-process.js';
import { createOwner } from '../../support/owner.js';
import { recordLog } from '../../support/recorded-log.js';
import { linkIn, startSmtp } from '../../support/smtp.js';

const secret = Buffer.from('a secret of the tests');
const owner = await createOwner(t);
const { sql } = owner;
t.beforeEach(() => sql`DELETE FROM outbox`.then(() => {}));
const publicUrl = (): string => 'https://maps.example.com/base/v1';

function startMailer(
  t: Test,
  smtpUrl: string | null,
  options: Partial<MailerOptions> & { log?: Logger } = {},
): Mailer {
  const { log } = recordLog();
  const quick = { pollMs: 20, retryDelayMs: () => 50 };
  const mailer = createMailer({ sql, log, secret, publicUrl, smtpUrl, ...quick, ...options });
  mailer.start();
  t.teardown(() => mailer.stop());
  return mailer;
}

/** Shares a new map of this name, and so queues an invitation. */
async function invite(email: string, mapName = 'Stores'): Promise<number> {
  const mapId = await owner.createMap(mapName);
  await shareMap(sql, owner, mapId, { email, access_level: 'member' });
  return mapId;
}

interface Row {
  attempts: number;
  sent: boolean;
  failed: boolean;
  last_error: string | null;
}

const rows = (): Promise<Row[]> => sql<Row[]>`
  SELECT attempts, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, last_error FROM outbox ORDER BY id`;
const allSent = () => until(async () => (await rows()).every(({ sent }) => sent));
const settled = () =>
  until(async () => {
    const all = await rows();
    return all.every(({ sent, failed }) => sent || failed) && all;
  });

t.test('an invitation arrives once, with a link, as text and as HTML', async (t) => {
  const smtp = await startSmtp(t);
  await invite('Guest.One@example.com', 'Ärzte & <Apotheken> “Süd” 🗺');
  startMailer(t, smtp.url);
  await allSent();
  await delay(100);
  t.equal(smtp.mails.length, 1);
  const [mail] = smtp.mails;
  t.match(mail, {
    from: 'cartload@maps.example.com',
    to: ['Guest.One@example.com'],
    headers: {
      from: 'cartload <cartload@maps.example.com>',
      to: 'Guest.One@example.com',
      subject: 'A map was shared with you',
      'message-id': /^<invitation-\d+-\d+@maps\.example\.com>$/,
      'auto-submitted': 'auto-generated',
    },
  });
  const link = linkIn(mail!);
  t.match(link, /^https:\/\/maps\.example\.com\/base\/set-password\?token=[\w-]{80}$/);
  t.match(
    mail!.text,
    'owner@example.com has shared the map “Ärzte & <Apotheken> “Süd” 🗺” with you, as a member.',
  );
  t.match(mail!.html, `<a href="${link}">${link}</a>`);
  t.match(mail!.html, '“Ärzte &amp; &lt;Apotheken&gt; “Süd” 🗺”');
  t.same(await rows(), [{ attempts: 1, sent: true, failed: false, last_error: null }]);
});

t.test('the sender may be named in the address of the server, which may want TLS and a login', async (t) => {
  const logins: unknown[] = [];
  const smtp = await startSmtp(t, {
    server: {
      disabledCommands: [],
      authOptional: false,
      onAuth: ({ username, password }, { secure }, callback) => {
        logins.push([username, password, secure]);
        callback(null, { user: 1 });
      },
    },
  });
  await invite('guest@example.com');
  const query = 'from=maps%2Bno-reply@example.org&tls.rejectUnauthorized=false';
  startMailer(t, `smtp://us%40er:p%2Fss@127.0.0.1:${smtp.port}/?${query}`);
  await allSent();
  t.same(logins, [['us@er', 'p/ss', true]]);
  t.match(smtp.mails, [
    {
      from: 'maps+no-reply@example.org',
      headers: { from: 'cartload <maps+no-reply@example.org>', 'message-id': /@example\.org>$/ },
    },
  ]);
});

t.test('while the server is down a mail waits, and arrives when it is back', async (t) => {
  const port = await findFreePort();
  await invite('guest@example.com');
  const { log, entries } = recordLog();
  startMailer(t, `smtp://127.0.0.1:${port}`, { log, maxAttempts: 1000 });
  await until(async () => (await rows())[0]!.attempts >= 2);
  t.match(entries[0], {
    level: 40,
    msg: 'could not send a mail: trying again later',
    attempt: 1,
    reason: /ECONNREFUSED/,
  });
  const smtp = await startSmtp(t, { port });
  await allSent();
  t.equal(smtp.mails.length, 1);
});

t.test('a 4xx is tried again, with the same Message-ID, at whatever stage it comes', async (t) => {
  const replies = { MAIL: [451, 550, 250], RCPT: [450, 250], DATA: [452, 250] };
  const smtp = await startSmtp(t, { reply: (stage, count) => replies[stage][count - 1] ?? 250 });
  await invite('guest@example.com');
  startMailer(t, smtp.url);
  await allSent();
  t.same(smtp.counts, { MAIL: 5, RCPT: 3, DATA: 2 }, 'a 5xx to the sender is the operator’s to mend');
  t.equal(smtp.mails.length, 1);
  t.equal((await rows())[0]!.attempts, 5);
});

for (const [stage, what] of [
  ['RCPT', 'recipient'],
  ['DATA', 'content'],
] as const) {
  t.test(`a 5xx to the ${what} is final`, async (t) => {
    const smtp = await startSmtp(t, { reply: (at) => (at === stage ? 550 : 250) });
    const { log, entries } = recordLog();
    await invite('guest@example.com');
    startMailer(t, smtp.url, { log });
    const [row] = await settled();
    t.match(row, { attempts: 1, sent: false, failed: true, last_error: `550 no to ${stage}` });
    t.match(entries, [
      { level: 50, msg: 'gave up a mail: send it again with cartload mails resend', attempt: 1 },
    ]);
    t.equal(smtp.mails.length, 0);
  });
}

const TRIED_AGAIN = [
  '550 5.7.1 relaying denied',
  '554 5.7.1 <guest@example.com>: Relay access denied',
  '550 relay not permitted',
  '550 5.1.8 sender rejected',
  '554 5.3.0 no',
];
const FINAL = ['550 5.1.1 no such user', '553 5.1.3 bad address', '554 5.6.0 bad content', '552 5.2.2 full'];
t.test('a 5xx that would meet every mail is tried again, one about the mail is final', async (t) => {
  for (const answer of [...TRIED_AGAIN, ...FINAL]) {
    await sql`DELETE FROM outbox`;
    const smtp = await startSmtp(t, { reply: (at, count) => (at === 'RCPT' && count === 1 ? answer : 250) });
    await invite('guest@example.com');
    const mailer = startMailer(t, smtp.url);
    const isFinal = FINAL.includes(answer);
    t.match(await settled(), [{ attempts: isFinal ? 1 : 2, sent: !isFinal, failed: isFinal }], answer);
    const [ended, failed] = mailer.metrics;
    t.same(ended!.read(), isFinal ? { sent: 0, given_up: 1 } : { sent: 1, given_up: 0 });
    t.equal(failed!.read(), 1);
    await mailer.stop();
  }
});

t.test('mails that were given up are sent again on demand, if they still invite', async (t) => {
  const smtp = await startSmtp(t, { reply: (at, count) => (at === 'MAIL' && count <= 3 ? 550 : 250) });
  await invite('again@example.com');
  const gone = await invite('gone@example.com');
  await invite('member@example.com');
  const refusing = startMailer(t, smtp.url, { maxAttempts: 1 });
  t.match(await settled(), [{ failed: true }, { failed: true }, { failed: true }]);
  await sql`DELETE FROM shares WHERE map_id = ${gone}`;
  await sql`UPDATE accounts SET pending = false WHERE email = 'member@example.com'`;
  t.same(await resendFailed(sql), ['again@example.com']);
  refusing.wake();
  const [sent] = await until(async () => ((await rows())[0]!.sent ? rows() : null));
  t.match(sent, { attempts: 1, sent: true, failed: false });
  t.same(
    smtp.mails.map(({ to }) => to),
    [['again@example.com']],
  );
  t.same(await resendFailed(sql), [], 'a mail that was sent stays sent');
});

t.test('after the last attempt a mail is given up', async (t) => {
  const smtp = await startSmtp(t, { reply: () => 451 });
  await invite('guest@example.com');
  startMailer(t, smtp.url, { maxAttempts: 3 });
  t.match(await settled(), [{ attempts: 3, failed: true }]);
  await delay(100);
  t.equal(smtp.counts.MAIL, 3);
});

t.test('a mail whose attempts all died with their process is given up too', async (t) => {
  const smtp = await startSmtp(t);
  await invite('guest@example.com');
  await sql`UPDATE outbox SET attempts = 3`;
  startMailer(t, smtp.url, { maxAttempts: 3 });
  t.match(await settled(), [{ failed: true, last_error: 'gave up after 3 attempts' }]);
  t.equal(smtp.mails.length, 0);
});

t.test('a server that says nothing, or never ends, does not hold a mail for ever', async (t) => {
  let hangs = true;
  const smtp = await startSmtp(t, {
    server: { onConnect: (_, callback) => (hangs ? undefined : callback()) },
  });
  await invite('guest@example.com');
  startMailer(t, smtp.url, { sendTimeoutMs: 200, maxAttempts: 1000 });
  await until(async () => (await rows())[0]!.last_error !== null);
  hangs = false;
  await allSent();
  t.equal(smtp.mails.length, 1);
});

t.test('several mailers send each mail once', async (t) => {
  const smtp = await startSmtp(t);
  const expected = Array.from({ length: 40 }, (_, i) => `guest-${i}@example.com`);
  for (const email of expected) await invite(email);
  for (let i = 0; i < 3; i++) startMailer(t, smtp.url);
  await allSent();
  await delay(100);
  t.same(smtp.mails.flatMap(({ to }) => to).sort(), expected.sort());
  t.equal(new Set(smtp.mails.map(({ headers }) => headers['message-id'])).size, 40);
});

t.test('the mail of a process that died is sent by another when the lease is over', async (t) => {
  const smtp = await startSmtp(t);
  await invite('guest@example.com');
  // Never answers, and is never asked again.
  const dead: MailTransport = { send: () => new Promise(() => {}), close: () => {} };
  const options = { transport: dead, leaseMs: 300, pollMs: 60_000, graceMs: 0, sendTimeoutMs: 1000 };
  const claimed = createMailer({
    ...{ sql, log: recordLog().log, secret, publicUrl, smtpUrl: null },
    ...options,
  });
  claimed.start();
  await until(async () => (await rows())[0]!.attempts === 1);
  startMailer(t, smtp.url);
  await allSent();
  t.equal(smtp.mails.length, 1);
  t.equal((await rows())[0]!.attempts, 2);
});

t.test('a mailer that stops gives up what hangs, and it is tried again', async (t) => {
  await invite('guest@example.com');
  const hanging: MailTransport = {
    send: (_, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    close: () => {},
  };
  const mailer = startMailer(t, null, { transport: hanging, graceMs: 10 });
  await until(async () => (await rows())[0]!.attempts === 1);
  await mailer.stop();
  t.match(await rows(), [{ attempts: 1, sent: false, failed: false, last_error: 'aborted' }]);
  const smtp = await startSmtp(t);
  startMailer(t, smtp.url);
  await allSent();
  t.equal(smtp.mails.length, 1);
});

t.test('without a server the link is in the log', async (t) => {
  const { log, entries } = recordLog();
  await invite('guest@example.com');
  startMailer(t, null, { log });
  await allSent();
  t.match(entries, [
    {
      level: 30,
      to: 'guest@example.com',
      subject: 'A map was shared with you',
      link: /^https:\/\/maps\.example\.com\/base\/set-password\?token=\S+$/,
    },
  ]);
});

t.test('no name of a map makes headers, recipients or markup', async (t) => {
  const smtp = await startSmtp(t);
  const names = [
    'A\r\nBcc: victim@example.com\r\n\r\nbody',
    'B\nSubject: other',
    'C\u2028Bcc: victim@example.com\u0085D\u202Egnp.exe',
    '"><script>alert(1)</script>',
    '=?utf-8?q?encoded=0D=0ABcc:_x=40example.com?=',
    '\r\n.\r\nRSET\r\nMAIL FROM:<a@example.com>\r\n',
    '🗺'.repeat(500),
    `${'x'.repeat(999)}\n`,
    '\u200b\u200b',
  ];
  for (const [i, name] of names.entries()) await invite(`guest-${i}@example.com`, name);
  startMailer(t, smtp.url);
  await allSent();
  t.equal(smtp.mails.length, names.length);
  for (const { to, headers, text, html, raw } of smtp.mails) {
    t.match(to, [/^guest-\d@example\.com$/]);
    t.same(
      Object.keys(headers).filter((name) => name === 'bcc' || name === 'cc'),
      [],
    );
    t.equal(headers.to, to[0]);
    t.equal(headers.subject, 'A map was shared with you');
    t.notMatch(html, '<script');
    t.match(text.split('\n'), { length: 8 }, 'the text has its own lines only');
    t.equal(raw.match(/^subject:/gim)!.length, 1);
  }
});

t.test('addresses beyond ASCII arrive', async (t) => {
  const smtp = await startSmtp(t);
  for (const email of ['jürgen@example.com', 'info@bücher.example', '用户@例子.example']) await invite(email);
  startMailer(t, smtp.url);
  await allSent();
  const expected = ['info@bücher.example', 'jürgen@example.com', '用户@例子.example'];
  t.same(smtp.mails.flatMap(({ to }) => to).sort(), expected);
});

t.test('whoever was given a map is told so', async (t) => {
  const smtp = await startSmtp(t);
  const mapId = await owner.createMap('Stores');
  await sql`SELECT transfer_map(${mapId}, ${owner.accountId}, 'heir@example.com', ${owner.accountId})`;
  startMailer(t, smtp.url);
  await allSent();
  t.match(smtp.mails, [{ to: ['heir@example.com'], headers: { subject: 'You were given a map' } }]);
});

t.test('attempts get rarer, and end within two days', async (t) => {
  const delays = Array.from({ length: 9 }, (_, i) => defaultRetryDelayMs(i + 1, 1));
  t.equal(delays[0], 37_500);
  t.ok(delays.every((delayMs, i) => i === 0 || delayMs >= delays[i - 1]!));
  t.ok(delays.reduce((sum, delayMs) => sum + delayMs) < 2 * 86_400_000);
  t.equal(defaultRetryDelayMs(1, 0), 22_500);
});
