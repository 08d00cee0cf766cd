import { passwordToken } from '../../access/keys/password-token.js';
import type { Logger } from '../../base/log.js';
import type { Sql } from '../../store/client.js';
import type { Invitation } from '../../store/outbox.js';
import { composeInvitation } from './invitation.js';
import { logTransport } from './log.js';
import type { Mail } from './mail.js';
import { Mailer, type MailerOptions } from './mailer.js';
import { smtpTransport } from './smtp.js';
import { senderOf } from './smtp-url.js';

export interface MailSettings extends Partial<MailerOptions> {
  sql: Sql;
  log: Logger;
  /** Signs the tokens of set-password links. */
  secret: Buffer;
  /** base_url, with /v1: the page that a link opens is beside it. */
  publicUrl: () => string;
  /** null: mails are written to the log. */
  smtpUrl: string | null;
}

const LINK_DAYS = 7;
const DAY_MS = 86_400_000;

/** The mailer of this service: its transport, and what its mails say. */
export function createMailer({ secret, publicUrl, smtpUrl, ...options }: MailSettings): Mailer {
  const transport =
    smtpUrl === null
      ? logTransport(options.log)
      : smtpTransport({ url: smtpUrl, from: senderOf(smtpUrl, publicUrl()) });
  const compose = ({ id, createdAt, recipient, ...invitation }: Invitation): Mail => {
    // From when it is sent, not from when it was queued: the throttle may have held it back.
    const expiresAtSeconds = Math.floor((Date.now() + LINK_DAYS * DAY_MS) / 1000);
    const token = passwordToken(secret, recipient, expiresAtSeconds);
    const link = `${publicUrl().replace(/\/v1$/, '')}/set-password?token=${token}`;
    const text = composeInvitation({ ...invitation, to: recipient.email, link, days: LINK_DAYS });
    return { ...text, messageId: `invitation-${id}-${createdAt.getTime()}` };
  };
  return new Mailer({ transport, compose, ...options });
}
