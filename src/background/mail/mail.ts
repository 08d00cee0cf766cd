export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Link of the mail, for the log. */
  link: string;
  /** Without domain and angle brackets; the same for every attempt, so that duplicates are recognised. */
  messageId: string;
}

/** A way to send mails. */
export interface MailTransport {
  /**
   * Resolves when the next hop has taken responsibility for the mail.
   * @param signal gives up, without knowing whether the mail was accepted
   * @throws MailRefused when another try cannot succeed; any other error may be transient
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The next hop refuses this mail for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
