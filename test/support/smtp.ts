import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Test } from 'tap';

export interface ReceivedMail {
  /** Sender of the envelope. */
  from: string;
  to: string[];
  /** By lower-case name, unfolded, with encoded words decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
  raw: string;
}

export interface SmtpOptions {
  /** Port of an earlier server; default: any free port. */
  port?: number;
  /**
   * Reply for a stage of a mail, a code or code and text; 250 accepts it.
   * @param count how often the stage was reached, from 1
   */
  reply?: (stage: 'MAIL' | 'RCPT' | 'DATA', count: number) => number | string;
  server?: SMTPServerOptions;
}

export interface SmtpServer {
  port: number;
  /** Value for SMTP_URL. */
  url: string;
  /** Accepted mails. */
  mails: ReceivedMail[];
  /** How often each stage was reached. */
  counts: Record<'MAIL' | 'RCPT' | 'DATA', number>;
  stop(): Promise<void>;
}

/** A mail server on loopback that keeps its mails; stopped at the end of the test. */
export async function startSmtp(t: Test, options: SmtpOptions = {}): Promise<SmtpServer> {
  const { port = 0, reply = () => 250, server: serverOptions } = options;
  const mails: ReceivedMail[] = [];
  const counts = { MAIL: 0, RCPT: 0, DATA: 0 };
  const judge = (stage: keyof typeof counts): Error | null => {
    const [, code, text] = /^(\d+) ?(.*)$/.exec(String(reply(stage, ++counts[stage])))!;
    const responseCode = Number(code);
    return responseCode < 400 ? null : Object.assign(new Error(text || `no to ${stage}`), { responseCode });
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onMailFrom: (_, __, callback) => callback(judge('MAIL')),
    onRcptTo: (_, __, callback) => callback(judge('RCPT')),
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const error = judge('DATA');
        if (!error) {
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const to = envelope.rcptTo.map(({ address }) => address);
          mails.push({ from, to, ...parseMail(Buffer.concat(chunks).toString()) });
        }
        callback(error);
      });
    },
    ...serverOptions,
  });
  server.on('error', () => {}); // clients that vanish
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopped ??= new Promise((resolve) => server.close(resolve));
    return stopped;
  };
  t.teardown(stop);
  const bound = (server.server.address() as AddressInfo).port;
  return { port: bound, url: `smtp://127.0.0.1:${bound}`, mails, counts, stop };
}

/** The link to the page in a mail. */
export function linkIn({ text }: Pick<ReceivedMail, 'text'>): string {
  const link = /^http\S+$/m.exec(text)?.[0];
  if (link === undefined) throw new Error(`no link in ${JSON.stringify(text)}`);
  return link;
}

/** Parses the subset of MIME that nodemailer writes for a text and an HTML part. */
function parseMail(raw: string): Omit<ReceivedMail, 'from' | 'to'> {
  const { headers, body } = parsePart(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) throw new Error(`not multipart:\n${raw}`);
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => parsePart(part.replace(/^\r\n/, '')));
  const contentOf = (type: string): string =>
    parts.find((part) => part.headers['content-type']?.startsWith(type))?.content ?? '';
  return { headers, raw, text: contentOf('text/plain'), html: contentOf('text/html') };
}

function parsePart(raw: string): { headers: Record<string, string>; body: string; content: string } {
  const end = raw.indexOf('\r\n\r\n');
  const body = raw.slice(end + 4);
  const headers = Object.fromEntries(
    raw
      .slice(0, end)
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const;
      }),
  );
  const encoding = headers['content-transfer-encoding'] ?? '7bit';
  const content =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === '7bit'
        ? body
        : fromQp(body);
  return { headers, body, content: content.replaceAll('\r\n', '\n') };
}

const decodeWords = (text: string): string =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : fromQp(word.replaceAll('_', ' ')),
    );

/** Decodes quoted-printable. */
function fromQp(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
