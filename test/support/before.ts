import { directoryOf, ensureTemplate, givenServer, startServerIn } from './test-server.js';

// tap runs this file once before the suite; the server stays when this process ends.
const server = givenServer() ?? (await startServerIn(directoryOf(process.ppid), process.ppid)).server;
await ensureTemplate(server);
