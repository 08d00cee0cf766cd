/**
 * Node's arguments for the threads of a pool, which force piscina to use `import`. piscina tries `require`
 * first, and where Node can require ES modules, a thread that is ended while it loads takes the process down
 * ("v8::Module::IsGraphAsync must be used on an instantiated module"), in one of twenty exits right after a
 * start with Node 20.20. The arguments of the process are left out: threads refuse most of them.
 */
export const THREAD_ARGUMENTS: readonly string[] = process.allowedNodeEnvironmentFlags.has(
  '--experimental-require-module',
)
  ? ['--no-experimental-require-module']
  : [];
