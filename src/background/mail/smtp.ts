import { createRequire } from 'node:module';
import { MailRefused, type MailTransport } from './mail.js';

export interface SmtpOptions {
  /** smtp:// or smtps://; query members are options of nodemailer, such as `tls.rejectUnauthorized=false`. */
  url: string;
  /** Sender of the mails. */
  from: string;
  /** Limit for the connection, the greeting, and each silence after it. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/**
 * Below the idle limit of servers (five minutes in RFC 5321, often less), so that no mail meets a closing
 * connection.
 */
const IDLE_TIMEOUT_MS = 15_000;

/** Sends by SMTP over a few pooled connections. */
export function smtpTransport({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): MailTransport {
  // Loaded only here: it takes 40 ms, and services without SMTP do not need it.
  const { createTransport } = createRequire(import.meta.url)('nodemailer') as typeof import('nodemailer');
  const transporter = createTransport({
    pool: true,
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    idleTimeout: IDLE_TIMEOUT_MS,
    maxConnections: 5,
    // The pool would repeat a mail whose connection was lost, accepted or not. The outbox repeats it later
    // instead.
    maxRequeues: 0,
    // Content is never a path or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    send: async ({ to, subject, text, html, messageId }, signal) => {
      try {
        await transporter.sendMail({
          // Objects are not parsed, so one address cannot become two.
          from: { name: 'cartload', address: from },
          to: { name: '', address: to },
          envelope: { from, to: [to] },
          subject,
          text,
          html,
          messageId: `<${messageId}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
      } catch (error) {
        throw isRefusal(error as SmtpError) ? new MailRefused((error as Error).message) : error;
      }
    },
    close: () => transporter.close({ force: true }),
  };
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  /** Answer of the server. */
  response?: string;
}

/**
 * Enhanced status codes (RFC 3463) about the recipient's address, its mailbox or the content; 5.1.7 and 5.1.8
 * are about the sender.
 */
const OF_MAIL = /^5\.(1\.(?![78]\b)|2\.|6\.)/;
/** Words of servers without such codes that refuse every mail of this service. */
const OF_POLICY = /relay|polic|authenti|spam|block|denied|not permitted/i;

/**
 * True for a 5xx about the recipient or the content. A 5xx about the sender, the login, the policy of the
 * server (5.7.x) or at the greeting meets every mail: the operator mends it, and the mail waits.
 */
function isRefusal({ code, command, responseCode, response = '' }: SmtpError): boolean {
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return false;
  // Without a response nodemailer itself refuses the mail.
  if (responseCode === undefined) return true;
  const [, enhanced] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  return responseCode >= 500 && (enhanced === undefined ? !OF_POLICY.test(response) : OF_MAIL.test(enhanced));
}
