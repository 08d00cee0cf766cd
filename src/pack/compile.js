// The second step of `npm run build`, in JavaScript because nothing is compiled yet: runs the compiler, which
// says nothing while it works.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const isFirst = !existsSync(new URL('../../dist/.tsbuildinfo', import.meta.url));
const usual = isFirst ? 'the first time takes about a minute' : 'usually below half a minute';
const beginMs = performance.now();

const show = () => {
  const seconds = Math.floor((performance.now() - beginMs) / 1000);
  process.stderr.write(`\rcompiling: ${seconds} s (${usual})`);
};
// Others read what a pipe or a file gets: the compiler's words alone.
const clock = process.stderr.isTTY ? setInterval(show, 1000) : null;
const compiler = spawn('tsc', ['-b', '.', 'src/console', 'src/client'], { stdio: 'inherit' });
compiler.once('error', (error) => {
  process.stderr.write(`tsc did not start: ${error.message}; run \`npm ci\` and \`npm run build\`\n`);
  process.exitCode = 1;
});
compiler.once('close', (code) => {
  if (clock) {
    clearInterval(clock);
    process.stderr.write('\r\x1b[K');
  }
  process.exitCode ||= code ?? 1;
});
