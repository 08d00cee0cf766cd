/** Reports at most one error per interval, with the number of errors since the last report. */
export function throttledReporter(
  everyMs: number,
  tell: (error: unknown, more: number) => void,
  nowMs = () => performance.now(),
): (error: unknown) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let more = 0;
  return (error) => {
    if (nowMs() - toldAtMs < everyMs) more++;
    else {
      tell(error, more);
      toldAtMs = nowMs();
      more = 0;
    }
  };
}
