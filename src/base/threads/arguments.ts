/**
 * Arguments of Node for the threads of a pool. piscina tries `require` first, and where Node can require ES modules, a thread that is
 * ended while it loads takes the process down with it ("v8::Module::IsGraphAsync must be used on an instantiated module"): so `import`
 * it is. Seen with Node 20.20, in one of twenty exits right after the start. Those of the process are not taken over: a thread refuses most of them.
 */
export const THREAD_ARGUMENTS: readonly string[] = process.allowedNodeEnvironmentFlags.has(
  '--experimental-require-module',
)
  ? ['--no-experimental-require-module']
  : [];
