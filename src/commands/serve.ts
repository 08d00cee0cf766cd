import { Command, InvalidArgumentError, Option } from 'commander';
import type { ServiceRole } from '../app.js';
import { createLog } from '../base/log.js';
import { ConfigError, readConfig } from '../config.js';
import { configWarnings } from '../config-warnings.js';
import { issueFirstKey } from './first-key.js';

/** More than the cores of any machine. */
const MAX_PROCESSES = 1024;

export const serveCommand = (): Command =>
  new Command('serve')
    .description('answer requests and run jobs until SIGTERM')
    .addOption(
      new Option('--role <role>', 'answer requests (http), run jobs (jobs) or both (all)')
        .choices(['all', 'http', 'jobs'])
        .default('all'),
    )
    .addOption(
      new Option(
        '--processes <n>',
        'run n processes that answer on the port and one that runs jobs, under a supervisor that restarts them',
      ).argParser(numberOfProcesses),
    )
    .action(async ({ role, processes }: { role: ServiceRole; processes?: number }) => {
      if (processes !== undefined && role === 'jobs')
        throw new ConfigError(
          '--processes cannot be used with --role jobs: start serve --role jobs several times instead',
        );
      const config = readConfig(process.env);
      const log = createLog(config.logLevel);
      for (const warning of configWarnings(config, role !== 'jobs')) log.warn(warning);
      // Imported here, as loading the service takes longer than other commands run.
      if (processes !== undefined && role !== 'jobs') {
        const { supervise } = await import('./supervise.js');
        return supervise({ config, log, role, processes });
      }
      const { runApp } = await import('./run-app.js');
      await runApp({ config, log, role }, async (app) => {
        await issueFirstKey(app.sql);
        // A process that only runs jobs has no base URL.
        const address = role === 'jobs' ? app.origin && { origin: app.origin } : { url: app.publicUrl };
        log.info({ ...address, role, pid: process.pid }, 'cartload is ready');
      });
    });

function numberOfProcesses(text: string): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > MAX_PROCESSES)
    throw new InvalidArgumentError(`it must be a whole number from 1 to ${MAX_PROCESSES}.`);
  return value;
}
