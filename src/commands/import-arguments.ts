import { InvalidArgumentError } from 'commander';

/** An option that the API takes as JSON: judged here, as the API's advice is about URLs. */
export function json(example: string): (text: string) => string {
  return (text) => {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text;
    } catch {
      // The shell may have taken the quotes.
    }
    throw new InvalidArgumentError(
      `it must be a JSON object, as one word of the command line: '${example}' (in cmd.exe "${example.replaceAll('"', '\\"')}").`,
    );
  };
}

/** Gathers the values of an option that may be given several times. */
export const oneMore = (text: string, before: readonly string[] = []): string[] => [...before, text];
