import t from 'tap';
import { verifyPassword } from '../../../src/access/keys/password.js';
import { passwordToken } from '../../../src/access/keys/password-token.js';
import { startTestApp } from '../../support/app.js';
import { requestOf } from '../../support/request.js';

const SECRET = 'a secret of the tests';
const service = await startTestApp(t, { SECRET });
const { sql } = service.app;
const page = `${service.app.publicUrl.replace(/\/v1$/, '')}/set-password`;
const inDays = (days: number): number => Math.floor(Date.now() / 1000) + days * 86_400;

/** A pending account and its token. */
async function invited(email: string, expiresAtSeconds = inDays(7)): Promise<{ id: number; token: string }> {
  const [{ id }] = await sql<[{ id: number }]>`SELECT account_for_email(${email}) AS id`;
  return { id, token: passwordToken(Buffer.from(SECRET), { id, email }, expiresAtSeconds) };
}

const formOf = (token: string, password: string, repeated: string) =>
  new URLSearchParams({ token, password, repeated });

interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  html: string;
}

let addresses = 0;

/** Without sockets, so that each request can come from an address of its own. */
async function ask(method: string, target: string, body = '', remoteAddress = `198.51.100.${++addresses}`) {
  const request = requestOf({ method, target, body: Buffer.from(body), remoteAddress });
  const { status, headers = {}, bytes } = await service.app.dispatch(request);
  const answer: Answer = { status, headers, html: String(bytes) };
  return answer;
}
const look = (token: string, address?: string) =>
  ask('GET', `/set-password?${new URLSearchParams({ token })}`, '', address);
const send = (token: string, password: string, repeated = password, address?: string) =>
  ask('POST', '/set-password', String(formOf(token, password, repeated)), address);

async function storedOf(id: number): Promise<{ pending: boolean; password_hash: string | null }> {
  const [row] = await sql<[{ pending: boolean; password_hash: string | null }]>`
    SELECT pending, password_hash FROM accounts WHERE id = ${id}`;
  return { ...row };
}

t.test('a link shows a form that loads nothing and tells nobody', async (t) => {
  const { token } = await invited('first+b@example.com');
  const answer = await fetch(`${page}?token=${token}`);
  t.equal(answer.status, 200);
  t.match(Object.fromEntries(answer.headers), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'x-request-id': String,
  });
  const html = await answer.text();
  t.match(html, '<html lang="en">');
  t.match(html, '<title>Set your password</title>');
  t.match(html, `<input type="hidden" name="token" value="${token}">`);
  t.match(html, 'value="first+b@example.com"');
  t.notMatch(html, /\b(src|href)=|<script|role="alert"/);
  const inputs = [...html.matchAll(/<input id="(\w+)"/g)].map(([, id]) => id!);
  t.same(inputs, ['email', 'password', 'repeated']);
  for (const id of inputs) t.match(html, `<label for="${id}">`);
});

t.test('a link works once', async (t) => {
  const { id, token } = await invited('once@example.com');
  for (let i = 0; i < 2; i++) t.equal((await look(token)).status, 200, 'looking uses nothing up');
  const password = 'pässwörd & <b>=+% 🐴';
  const answer = await fetch(page, { method: 'POST', body: formOf(token, password, password) });
  t.equal(answer.status, 200);
  t.match(await answer.text(), 'once@example.com is ready');
  const stored = await storedOf(id);
  t.equal(stored.pending, false);
  t.equal(await verifyPassword(password, stored.password_hash!), true);
  t.equal((await look(token)).status, 410);
  t.equal((await send(token, 'another password')).status, 410);
  t.same(await storedOf(id), stored);
  const later = passwordToken(Buffer.from(SECRET), { id, email: 'once@example.com' }, inDays(7));
  t.equal((await look(later)).status, 410, 'nor does another link to the same account');
});

t.test('of parallel tries one sets the password', async (t) => {
  const { token } = await invited('parallel@example.com');
  const answers = await Promise.all([1, 2, 3].map((i) => send(token, `password number ${i}`)));
  t.same(answers.map(({ status }) => status).sort(), [200, 410, 410]);
});

t.test('what is wrong with a password is told, and the link keeps working', async (t) => {
  const { id, token } = await invited('choosy@example.com');
  for (const [password, repeated, problem] of [
    ['', '', 'at least 12 characters'],
    ['elevenchars', 'elevenchars', 'at least 12 characters'],
    ['x'.repeat(257), 'x'.repeat(257), 'at most 256 characters'],
    ['long enough 1', 'long enough 2', 'not the same'],
  ] as const) {
    const answer = await send(token, password, repeated);
    t.equal(answer.status, 400);
    const html = answer.html;
    t.match(html, '<title>Error: set your password</title>');
    t.match(html, new RegExp(`role="alert">[^<]*${problem}`));
    t.match(html, 'aria-invalid="true"');
    t.match(html, `value="${token}"`);
    t.notMatch(html, 'long enough', 'a password is not sent back');
  }
  t.same(await storedOf(id), { pending: true, password_hash: null });
  t.equal((await send(token, 'long enough 1')).status, 200);
});

t.test('used, expired, forged, foreign and missing tokens get the same page', async (t) => {
  const { id, token } = await invited('victim@example.com');
  const { token: expired } = await invited('victim@example.com', inDays(0) - 1);
  const forged = passwordToken(Buffer.from('another secret'), { id, email: 'victim@example.com' }, inDays(7));
  const foreign = passwordToken(
    Buffer.from(SECRET),
    { id: id + 1000, email: 'victim@example.com' },
    inDays(7),
  );
  const pages = new Set<string>();
  for (const bad of [
    expired,
    forged,
    foreign,
    token.slice(0, -1),
    `${token}x`,
    '',
    'x',
    '"><script>',
    '\0',
  ]) {
    const answers = [await look(bad), await send(bad, 'long enough password')];
    for (const answer of answers) {
      t.equal(answer.status, 410, bad);
      pages.add(answer.html);
    }
  }
  pages.add((await ask('GET', '/set-password')).html);
  pages.add((await ask('POST', '/set-password')).html);
  t.equal(pages.size, 1);
  t.match([...pages][0], '<h1>This link does not work</h1>');
  t.same(await storedOf(id), { pending: true, password_hash: null });
});

t.test('an account that was made otherwise cannot be taken over', async (t) => {
  await service.client({ email: 'settled@example.com' });
  const { id, token } = await invited('settled@example.com');
  t.equal((await send(token, 'long enough password')).status, 410);
  t.same(await storedOf(id), { pending: false, password_hash: null });
});

t.test('other methods and large bodies are refused', async (t) => {
  for (const method of ['PUT', 'DELETE', 'PATCH'])
    t.equal((await ask(method, '/set-password')).status, 404, method);
  t.equal((await send('x'.repeat(20_000), 'y')).status, 400);
});

t.test('an address may try so often a minute', async (t) => {
  const { token } = await invited('busy@example.com');
  const address = '192.0.2.99';
  let answer = await look(token, address);
  for (let i = 0; i < 100 && answer.status === 200; i++) answer = await look(token, address);
  t.equal(answer.status, 429);
  t.match(answer.headers['retry-after'], /^[1-9]\d?$/);
  t.match(answer.html, '<h1>Too many tries</h1>');
  t.equal((await send(token, 'long enough password', 'long enough password', address)).status, 429);
  t.equal((await look(token)).status, 200, 'others may');
  t.equal((await service.clientWith('')('GET', '/openapi.json')).status, 200, 'the API has its own counter');
});
