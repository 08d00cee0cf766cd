import { startApp } from '../app.js';
import { createLog } from '../base/log.js';
import type { ProcessRole } from '../base/processes/questions.js';
import { Siblings } from '../base/processes/siblings.js';
import { readConfig } from '../config.js';
import { CHILD_STOP_MS } from './child-times.js';
import { runService } from './run-service.js';

/*
 * Program that runs the service as one of several processes. Its supervisor tells it its role; when the
 * supervisor ends, the process ends, too.
 */
let stop = (_reason: string): void => process.exit(0);
let isReplaced = false;
const start = ({ role, port, workers }: ProcessRole): Promise<string> =>
  new Promise((resolve, reject) => {
    // The supervisor's metrics include the process for jobs, and during a replacement two processes would
    // need JOBS_PORT.
    const config = { ...readConfig(process.env), port, workers, jobsPort: null };
    const log = createLog(config.logLevel);
    runService(
      {
        log,
        start: async () => {
          const app = await startApp(config, log, role, { siblings });
          return { ...app, publicUrl: app.publicUrl, stop: () => app.stop({ quietly: isReplaced }) };
        },
        stopTimeoutMs: CHILD_STOP_MS + config.shutdownDelaySeconds * 1000,
        stopsOn: (stopService) => {
          stop = stopService;
        },
      },
      async ({ publicUrl }) => resolve(publicUrl),
    ).catch(reject);
  });
const retire = (): void => {
  isReplaced = true;
  stop('replaced by another process');
};
const siblings = new Siblings(process, { start, retire });
process.on('disconnect', () => stop('the supervisor is gone'));
