/** The day and time that people in the time zone read off a clock: `2026-11-16`, `09:04`. */
export function localTime(instant: Date, timeZone: string): { readonly day: string; readonly time: string } {
  // Swedish dates are ISO dates
  const [day = '', time = ''] = instant.toLocaleString('sv-SE', { timeZone }).split(' ');
  return { day, time: time.slice(0, 5) };
}
