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
/** Below the idle limit of servers (five minutes in RFC 5321, often less), so that no mail meets a closing connection. */
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
    // The pool would repeat a mail whose connection was lost, accepted or not. The outbox repeats it later instead.
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
}

/**
 * True for a 5xx about the recipient or the content. A 5xx about the sender, the login or at the greeting is for the operator to mend, and
 * the mail waits.
 */
function isRefusal({ code, command, responseCode }: SmtpError): boolean {
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return false;
  // Without a response nodemailer itself refuses the mail.
  return responseCode === undefined || responseCode >= 500;
}
