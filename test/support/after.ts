import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { slowestFiles } from '../suite/seconds.js';

// tap runs this file once after the suite; before.ts explains why in a process of its own.
const script = fileURLToPath(new URL('suite-server.js', import.meta.url));
execFileSync('env', ['-u', 'NODE_OPTIONS', process.execPath, script, 'stop', String(process.ppid)], {
  stdio: 'inherit',
});
// Reporters draw their last lines again, over as many lines above.
const slowest = slowestFiles();
if (slowest.length > 0) process.stderr.write(`${slowest.join('\n')}\n${'\n'.repeat(6)}`);
