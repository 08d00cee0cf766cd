import { Command, InvalidArgumentError, Option } from 'commander';
import type { Role } from '../app.js';
import { createLog } from '../base/log.js';
import { ConfigError, readConfig } from '../config.js';
import { configWarnings } from '../config-warnings.js';
import { issueFirstKey } from './first-key.js';

/** More than any machine has cores. */
const MAX_PROCESSES = 1024;

export const serveCommand = (): Command =>
  new Command('serve')
    .description('answer requests and run jobs until SIGTERM')
    .addOption(
      new Option('--role <role>', 'http or jobs alone, to split them over machines')
        .choices(['all', 'http', 'jobs'])
        .default('all'),
    )
    .addOption(
      new Option(
        '--processes <n>',
        'so many processes that answer on the port, and one that runs jobs, under one that starts them again when they end',
      ).argParser(numberOfProcesses),
    )
    .action(async ({ role, processes }: { role: Role; processes?: number }) => {
      if (processes !== undefined && role === 'jobs')
        throw new ConfigError(
          '--processes is for those that answer: start --role jobs as often as it is wanted',
        );
      const config = readConfig(process.env);
      const log = createLog(config.logLevel);
      for (const warning of configWarnings(config, role !== 'jobs')) log.warn(warning);
      // Here, as it takes longer to load than other commands to run.
      if (processes !== undefined && role !== 'jobs') {
        const { supervise } = await import('./supervise.js');
        return supervise({ config, log, role, processes });
      }
      const { runApp } = await import('./run-app.js');
      await runApp({ config, log, role }, async (app) => {
        await issueFirstKey(app.sql);
        // A process that only runs jobs has no base_url.
        const address = role === 'jobs' ? app.origin && { origin: app.origin } : { url: app.publicUrl };
        log.info({ ...address, role, pid: process.pid }, 'cartload is ready');
      });
    });

function numberOfProcesses(text: string): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > MAX_PROCESSES)
    throw new InvalidArgumentError(`a whole number from 1 to ${MAX_PROCESSES}`);
  return value;
}
