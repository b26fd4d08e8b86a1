const STEPS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** `21 d`, `5 h`, `41 s`: how long ago, in the largest unit that fits. */
export function ago(since: string, now: Date): string {
  return lasted(now.getTime() - Date.parse(since));
}

/** The same for a length of time. */
export function lasted(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const [size = 1, unit = 's'] = STEPS.find(([step]) => seconds >= step) ?? [];
  return Number.isFinite(seconds) ? `${Math.floor(seconds / size)} ${unit}` : 'an unknown time';
}
