export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address in the text that the mail is about, for the log. */
  link: string;
  /** Without domain and angle brackets; the same for every attempt, so that doubles are recognised. */
  messageId: string;
}

/** A way for mails to leave. */
export interface MailTransport {
  /**
   * Resolves when the next hop has taken responsibility for the mail.
   * @param signal gives up; whether the mail was accepted is not known then
   * @throws MailRefused when trying again is of no use; any other error may pass
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The next hop does not want this mail, now or later. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
