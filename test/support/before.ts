import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// tap runs this file once before the suite. It measures the coverage of this process although that is off for
// the suite, and would fail for every line that did not run: a process without tap's loader does the work.
// (tap patches child_process, so that the variable has to be removed by a program in between.) The server
// outlives all three.
const script = fileURLToPath(new URL('suite-server.js', import.meta.url));
execFileSync('env', ['-u', 'NODE_OPTIONS', process.execPath, script, 'start', String(process.ppid)], {
  stdio: 'inherit',
});
