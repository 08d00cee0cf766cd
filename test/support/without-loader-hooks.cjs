// Required before everything else in each test file: tap registers loader hooks for mocks and coverage, which the suite does not
// use. They run in a thread of their own, read every module a second time and took 0.2 to 0.9 s of processor time a file.
require('node:module').register = () => {};
// By this variable each worker thread would register them once more: 0.6 s of processor time a thread, and a service has four.
delete process.env.NODE_OPTIONS;
