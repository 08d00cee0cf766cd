import { startApp } from '../app.js';
import { createLog } from '../base/log.js';
import type { Place } from '../base/processes/questions.js';
import { Siblings } from '../base/processes/siblings.js';
import { readConfig } from '../config.js';
import { CHILD_STOP_MS } from './child-times.js';
import { runService } from './run-service.js';

/*
 * A program: the service as one of several processes. The supervisor that started it says as what; when it goes, the process
 * goes, too.
 */
let stop = (_reason: string): void => process.exit(0);
let isReplaced = false;
const start = ({ role, port, workers }: Place): Promise<string> =>
  new Promise((resolve, reject) => {
    // Of the one for jobs a scrape tells with the others; while it is replaced, two would want JOBS_PORT.
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
  stop('another process has its place');
};
const siblings = new Siblings(process, { start, retire });
process.on('disconnect', () => stop('the supervisor is gone'));
