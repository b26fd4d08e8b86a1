const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

interface Unit {
  readonly size: number;
  readonly letter: string;
}
const UNITS: readonly (Unit & { readonly below: number; readonly rest?: Unit })[] = [
  { below: 2 * MINUTE, size: SECOND, letter: 's' },
  { below: 10 * MINUTE, size: MINUTE, letter: 'm', rest: { size: SECOND, letter: 's' } },
  { below: 3 * HOUR, size: MINUTE, letter: 'm' },
  { below: 8 * HOUR, size: HOUR, letter: 'h', rest: { size: MINUTE, letter: 'm' } },
  { below: 2 * DAY, size: HOUR, letter: 'h' },
  { below: 8 * DAY, size: DAY, letter: 'd', rest: { size: HOUR, letter: 'h' } },
  { below: 2 * YEAR, size: DAY, letter: 'd' },
  { below: 8 * YEAR, size: YEAR, letter: 'y', rest: { size: DAY, letter: 'd' } },
  { below: Number.POSITIVE_INFINITY, size: YEAR, letter: 'y' },
];

/** As kubectl's AGE column has it: `21d`, `3h12m`, `45s`. */
export function humanDuration(milliseconds: number): string {
  const length = Math.max(0, milliseconds);
  const unit = UNITS.find(({ below }) => length < below);
  if (!unit) return '';
  const whole = `${Math.floor(length / unit.size)}${unit.letter}`;
  if (!unit.rest) return whole;
  const rest = Math.floor((length % unit.size) / unit.rest.size);
  return rest === 0 ? whole : `${whole}${rest}${unit.rest.letter}`;
}
