// Required before everything else in each test file: tap registers loader hooks for mocks and coverage, which the suite does not
// use. They run in a thread of their own, read every module a second time and took 0.2 to 0.9 s of processor time a file.
require('node:module').register = () => {};
