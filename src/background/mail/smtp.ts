import { createRequire } from 'node:module';
import { MailRefused, type MailTransport } from './mail.js';

export interface SmtpOptions {
  /** smtp:// or smtps://; query members are options of nodemailer, such as `tls.rejectUnauthorized=false`. */
  url: string;
  /** Address that the mails are from. */
  from: string;
  /** For the connection, the greeting, and each silence thereafter. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Below what servers allow (RFC 5321 wants five minutes, many give less), so that no mail meets a closing connection. */
const IDLE_TIMEOUT_MS = 15_000;

/** Sends by SMTP over a few connections that are kept for a moment. */
export function smtpTransport({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): MailTransport {
  // Only here: it takes 40 ms to load, and services without SMTP do not need it.
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
    // The pool would send a mail again whose connection was lost, whether it was accepted or not. The outbox does that, later.
    maxRequeues: 0,
    // No text of ours is a path or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    send: async ({ to, subject, text, html, messageId }, signal) => {
      try {
        await transporter.sendMail({
          // As objects, which are not parsed: an address cannot become two.
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
 * A 5xx for the recipient or the content. One for the sender, for the login or at the greeting is the operator's to mend, and the
 * mail waits for it.
 */
function isRefusal({ code, command, responseCode }: SmtpError): boolean {
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return false;
  // Without a response nodemailer itself will not offer it.
  return responseCode === undefined || responseCode >= 500;
}
