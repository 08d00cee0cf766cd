import { Presets, SingleBar } from 'cli-progress';

/** A bar on stderr, which draws nothing where that is no terminal. */
export const progressBar = (format: string): SingleBar =>
  // gracefulExit would swallow SIGINT: the process would go on without a bar.
  new SingleBar({ format, stream: process.stderr, gracefulExit: false }, Presets.shades_classic);
