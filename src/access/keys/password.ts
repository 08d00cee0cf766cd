import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { MetricReader } from '../../base/metrics/metric-reader.js';
import { turnReadings } from '../../base/metrics/use-readings.js';
import { type Applicant, FairQueue, TurnRefused, type TurnUse } from '../../base/threads/fair-queue.js';

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 256;

// OWASP's first choice for scrypt. A hash takes 128 MiB (128 · N · r bytes).
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
const LOG2_N = 17;
const R = 8;
const P = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Cost {
  N: number;
  r: number;
  p: number;
}

/** @returns the defect of a new password in a sentence; null when it is good */
export function problemOfPassword(password: string): string | null {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH)
    return `The password must have at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH)
    return `The password must have at most ${MAX_PASSWORD_LENGTH} characters.`;
  return null;
}

/**
 * Hashes one password at a time: a hash takes 128 MiB and a thread of libuv, which file access needs, too.
 */
export class PasswordHasher {
  readonly #log2N: number;
  readonly #turns: FairQueue;

  /**
   * @param maxOpen passwords that may be under way or wait; those of one line leave room for others
   * @param maxWaitMs shorter than the deadline of a request: on a busy machine a hash takes seconds
   */
  constructor({
    log2N = LOG2_N,
    maxOpen = 20,
    maxWaitMs = 10_000,
  }: { log2N?: number; maxOpen?: number; maxWaitMs?: number } = {}) {
    this.#log2N = log2N;
    const maxWaiting = maxOpen - 1;
    const maxWaitingOfAccount = Math.ceil(maxWaiting / 2);
    this.#turns = new FairQueue({ what: 'passwords', limit: 1, maxWaiting, maxWaitingOfAccount, maxWaitMs });
  }

  get metrics(): readonly MetricReader[] {
    return turnReadings({ passwords: () => this.use });
  }

  get use(): TurnUse {
    return this.#turns.use;
  }

  /**
   * Tells whether the password is that of the hash; null when too many are waiting. Without a hash it
   * takes as long, and the answer is no.
   * @param line account in whose line it waits; default: that of strangers
   * @throws TurnOverdue
   */
  async verify(password: string, phc: string | null, line: Applicant = {}): Promise<boolean | null> {
    const other = `$scrypt$ln=${this.#log2N},r=${R},p=${P}$${NO_SALT}$${NO_HASH}`;
    try {
      return (await this.#turns.run(line, () => verifyPassword(password, phc ?? other))) && phc !== null;
    } catch (error) {
      if (error instanceof TurnRefused) return null;
      throw error;
    }
  }

  /** A PHC string with a random salt; null when too many are waiting. @throws TurnOverdue */
  async hash(password: string): Promise<string | null> {
    try {
      return await this.#turns.run({}, () => hashPassword(password, this.#log2N));
    } catch (error) {
      if (error instanceof TurnRefused) return null;
      throw error;
    }
  }
}

async function hashPassword(password: string, log2N: number): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, HASH_BYTES, { N: 2 ** log2N, r: R, p: P });
  return `$scrypt$ln=${log2N},r=${R},p=${P}$${toBase64(salt)}$${toBase64(hash)}`;
}

/** @param phc hash by `PasswordHasher.hash` */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, ln, r, p, salt = '', hash = ''] = PHC.exec(phc) ?? [];
  if (hash === '') throw new Error('not a scrypt hash in PHC format');
  const expected = Buffer.from(hash, 'base64');
  const cost = { N: 2 ** Number(ln), r: Number(r), p: Number(p) };
  return timingSafeEqual(
    await derive(password, Buffer.from(salt, 'base64'), expected.length, cost),
    expected,
  );
}

/** NFKC unifies the code points that different systems send for the same password (RFC 8265 is stricter). */
function derive(password: string, salt: Buffer, bytes: number, cost: Cost): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, bytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Without padding, as in PHC strings. */
const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const NO_SALT = toBase64(Buffer.alloc(SALT_BYTES));
const NO_HASH = toBase64(Buffer.alloc(HASH_BYTES));
