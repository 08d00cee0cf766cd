import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// tap runs this file once before the suite. It measures the coverage of this process although that is off for the suite, and
// would fail for every line that did not run: a process without tap's loader does the work. The server outlives both.
const script = fileURLToPath(new URL('suite-server.js', import.meta.url));
execFileSync(process.execPath, [script, 'start', String(process.ppid)], {
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS: '' },
});
