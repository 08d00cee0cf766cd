import { createHash } from 'node:crypto';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../access/keys/password.js';
import { escapeHtml } from '../../background/mail/escape-html.js';
import type { Reply } from '../../http/message.js';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 10vh auto; padding: 0 1rem; }
label { display: block; margin-top: 1rem; }
input { font: inherit; box-sizing: border-box; width: 100%; padding: 0.5rem; }
button { font: inherit; margin-top: 1.5rem; padding: 0.5rem 1.5rem; }
.problem { border-left: 0.3rem solid #c00; padding-left: 0.7rem; font-weight: bold; }
`;

/**
 * The page loads and runs nothing, cannot be framed, and leaks no token through referrers. (write-head.ts
 * forbids caching of every answer.)
 */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** @param problem defect of the passwords that were sent; null on the first view */
export function formPage(email: string, token: string, problem: string | null): Reply {
  const told =
    problem === null ? '' : `<p class="problem" id="problem" role="alert">${escapeHtml(problem)}</p>`;
  const describedBy = problem === null ? 'rule' : 'problem rule';
  const password = `type="password" autocomplete="new-password" required minlength="${MIN_PASSWORD_LENGTH}"`;
  return page(
    problem === null ? 200 : 400,
    problem === null ? 'Set your password' : 'Error: set your password',
    `<h1>Set your password</h1>
${told}
<form method="post" action="set-password">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label for="email">Account</label>
<input id="email" type="email" autocomplete="username" readonly value="${escapeHtml(email)}">
<label for="password">New password</label>
<input id="password" name="password" ${password} aria-describedby="${describedBy}"${problem === null ? '' : ' aria-invalid="true"'} autofocus>
<p id="rule">${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters of any kind. A few words are easy to keep in mind.</p>
<label for="repeated">New password again</label>
<input id="repeated" name="repeated" ${password}>
<button type="submit">Set password</button>
</form>`,
  );
}

export const donePage = (email: string): Reply =>
  page(
    200,
    'Your password is set',
    `<h1>Your password is set</h1>
<p>The account ${escapeHtml(email)} is ready.</p>
<p><a href="./#/welcome/${encodeURIComponent(email)}">Sign in and see your maps</a></p>`,
  );

/** For links that are used, expired, cut off or forged; the page does not tell which. */
export const gonePage = (): Reply =>
  page(
    410,
    'This link does not work',
    `<h1>This link does not work</h1>
<p>It was used already, it is too old, or part of it is missing.</p>
<p>If you have set your password with it, there is nothing left to do. Otherwise ask the person who invited you to share the map with
you again: that sends a new link.</p>`,
  );

export const busyPage = (retryAfterSeconds: number): Reply => {
  const { headers, ...reply } = page(
    429,
    'Too many tries',
    `<h1>Too many tries</h1>
<p>Please wait ${retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`} and try again. The link keeps working.</p>`,
  );
  return { ...reply, headers: { ...headers, 'retry-after': String(retryAfterSeconds) } };
};

const page = (status: number, title: string, body: string): Reply => ({
  status,
  headers: HEADERS,
  bytes: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`,
});
