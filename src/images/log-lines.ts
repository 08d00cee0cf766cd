import type { Readable } from 'node:stream';

/** Lines of a process that are logged, and characters of each: libraries repeat themselves. */
const MAX_LINES = 50;
const MAX_CHARACTERS = 1000;
/** Output from which a process counts as broken. */
const MAX_FLOOD_CHARACTERS = 1024 * 1024;

/**
 * Passes on the output of a process line by line, in memory of one line.
 * @param tell called with a line, or with the number of lines left out
 * @param onFlood called once when it writes more than anybody reads
 */
export function tellLines(output: Readable, tell: (line: string) => void, onFlood: () => void): void {
  let line = '';
  let lines = 0;
  let characters = 0;
  const end = (): void => {
    if (line.trim() === '') return;
    if (++lines <= MAX_LINES) tell(line);
    line = '';
  };
  output.setEncoding('utf8');
  output.on('data', (text: string) => {
    const before = characters;
    characters += text.length;
    if (characters > MAX_FLOOD_CHARACTERS) {
      if (before <= MAX_FLOOD_CHARACTERS) onFlood();
      return;
    }
    const [first, ...more] = text.split('\n');
    line = (line + first).slice(0, MAX_CHARACTERS);
    for (const next of more) {
      end();
      line = next.slice(0, MAX_CHARACTERS);
    }
  });
  output.on('close', () => {
    end();
    if (lines > MAX_LINES) tell(`and ${lines - MAX_LINES} more lines`);
  });
  // A broken pipe counts as ended.
  output.on('error', () => {});
}
