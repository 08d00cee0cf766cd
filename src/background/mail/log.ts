import type { Logger } from '../../base/log.js';
import type { MailTransport } from './mail.js';

/** Mails end in the log, where whoever runs the service finds the link. */
export const logTransport = (log: Logger): MailTransport => ({
  send: async ({ to, subject, link }) => {
    log.info({ to, subject, link }, 'a mail, which is not sent, as SMTP_URL is not set');
  },
  close: () => {},
});
