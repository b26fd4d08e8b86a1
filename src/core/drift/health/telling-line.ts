const FATAL =
  /(level=(fatal|error)|\b(FATAL|PANIC|panic:|CRITICAL)\b|"level":"(fatal|error)"|\bError:|\berror\b|Exception|Traceback)/;

/** The last fatal line, else the last error, else the last line at all. */
export function lastTellingLine(lines: readonly string[] | undefined): string | undefined {
  const reversed = (lines ?? []).filter((line) => line.trim() !== '').toReversed();
  return reversed.find((line) => /fatal|panic/i.test(line)) ?? reversed.find((line) => FATAL.test(line)) ?? reversed[0];
}
