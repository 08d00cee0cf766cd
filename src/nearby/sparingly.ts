/** Tells of one error in that time, with how many more there were since the last one. */
export function sparingly(
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
