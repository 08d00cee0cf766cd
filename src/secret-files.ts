import { readFileSync } from 'node:fs';
import { ConfigError, checkSecretOfFile, SECRET_VALUES } from './config.js';

/** Credentials that the S3 client reads itself. */
const CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** Far above the length of a password. */
const MAX_LENGTH = 8192;

/**
 * Sets environment variables from files: `SECRET_FILE=/run/secrets/secret` works like `SECRET=…`, but shows
 * in no list of processes or containers. One line break at the end of a file is dropped.
 * @throws ConfigError with one line that names the variable
 */
export function readSecretFiles(env: Record<string, string | undefined>): void {
  const given: string[] = [];
  for (const name of [...SECRET_VALUES, ...CREDENTIALS]) {
    const file = env[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set: give one of them`);
    env[name] = read(`${name}_FILE`, file);
    // Child processes inherit the secret itself.
    delete env[`${name}_FILE`];
    given.push(name);
  }
  for (const name of given) checkSecretOfFile(name, env);
}

function read(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigError(`${name}=${JSON.stringify(file)} cannot be read: ${(error as Error).message}`);
  }
  if (text === '' || text.length > MAX_LENGTH || /[\r\n\0]/.test(text))
    throw new ConfigError(
      `${name}=${JSON.stringify(file)} is not allowed: the file must have one line, not empty`,
    );
  return text;
}
