import { directoryOf, givenServer, removeServerIn, templateName, withAdmin } from './test-server.js';

// tap runs this file once after the suite.
const given = givenServer();
if (given === null) await removeServerIn(directoryOf(process.ppid));
else await withAdmin(given, (sql) => sql.unsafe(`drop database if exists ${templateName()} with (force)`));
