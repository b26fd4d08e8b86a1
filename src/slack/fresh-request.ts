const WINDOW_S = 300;

/** The timestamp that Slack signed lies within five minutes of now, on either side: docs/facts.md#signed-requests. */
export function isFresh(timestamp: string | readonly string[] | undefined, now: Date): boolean {
  const seconds = Number(timestamp);
  if (typeof timestamp !== 'string' || timestamp === '' || Number.isNaN(seconds)) return false;
  return Math.abs(now.getTime() / 1000 - seconds) <= WINDOW_S;
}
