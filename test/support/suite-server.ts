import {
  directoryOf,
  ensureTemplate,
  givenServer,
  removeServerIn,
  startServerIn,
  templateName,
  withAdmin,
} from './test-server.js';

/* Starts or stops the server of a suite: node suite-server.js start|stop RUNNER_PID */
const [, , command, runner] = process.argv;
const runnerPid = Number(runner);
const given = givenServer();
if (command === 'start') {
  const server = given ?? (await startServerIn(directoryOf(runnerPid), runnerPid)).server;
  await ensureTemplate(server);
} else if (command === 'stop') {
  if (given === null) await removeServerIn(directoryOf(runnerPid));
  else await withAdmin(given, (sql) => sql.unsafe(`drop database if exists ${templateName()} with (force)`));
} else {
  throw new Error(`'${command}' is neither start nor stop`);
}
