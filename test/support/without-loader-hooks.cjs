// Required before everything else in each test file: tap registers loader hooks for mocks and coverage, which the suite does not
// use. They run in a thread of their own, read every module a second time and took 0.2 to 0.9 s of processor time a file.
const modules = require('node:module');
modules.register = () => {};
// By a hook on every promise and socket tap finds out which test an error belongs to that nobody waits for: up to a quarter of the
// processor time of a file. Without it such an error fails its file (test/suite/together.ts).
require('node:async_hooks').createHook = () => ({ enable: () => {}, disable: () => {} });
modules.syncBuiltinESMExports();
// By this variable each worker thread would register them once more: 0.6 s of processor time a thread, and a service has four.
delete process.env.NODE_OPTIONS;
