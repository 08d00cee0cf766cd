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
  /** Base URL with /v1; the set-password page lies beside it. */
  publicUrl: () => string;
  /** null: mails are written to the log. */
  smtpUrl: string | null;
}

const LINK_DAYS = 7;
const DAY_MS = 86_400_000;

/** Makes the mailer of this service: its transport and the text of its mails. */
export function createMailer({ secret, publicUrl, smtpUrl, ...options }: MailSettings): Mailer {
  const transport =
    smtpUrl === null
      ? logTransport(options.log)
      : smtpTransport({ url: smtpUrl, from: senderOf(smtpUrl, publicUrl()) });
  const compose = ({ id, createdAt, recipient, ...invitation }: Invitation): Mail => {
    // Counted from the sending, as the throttle may have held the mail back.
    const expiresAtSeconds = Math.floor((Date.now() + LINK_DAYS * DAY_MS) / 1000);
    const token = passwordToken(secret, recipient, expiresAtSeconds);
    const link = `${publicUrl().replace(/\/v1$/, '')}/set-password?token=${token}`;
    const text = composeInvitation({ ...invitation, to: recipient.email, link, days: LINK_DAYS });
    return { ...text, messageId: `invitation-${id}-${createdAt.getTime()}` };
  };
  return new Mailer({ transport, compose, ...options });
}
