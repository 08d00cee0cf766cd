/** @returns what tells how many milliseconds all threads of this process have computed since now */
export function cpuMeter(): () => number {
  const since = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(since);
    return Math.round((user + system) / 1000);
  };
}
