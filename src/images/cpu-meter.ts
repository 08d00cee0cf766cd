/**
 * @returns a function that gives the milliseconds of processor time of all threads of this process since this
 * call
 */
export function cpuMeter(): () => number {
  const since = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(since);
    return Math.round((user + system) / 1000);
  };
}
