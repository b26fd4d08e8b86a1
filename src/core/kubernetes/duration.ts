const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const FORM = /^([+-]?)((?:\d{1,18}(?:\.\d{1,9})?(?:ns|us|µs|ms|s|m|h))+)$/;
const PART = /(\d+)(?:\.(\d+))?(ns|us|µs|ms|s|m|h)/g;

/** A Go duration (`1h30m`, `8760h0m0s`) in nanoseconds; undefined for anything else. */
export function parseGoDuration(text: string): bigint | undefined {
  if (text === '0') return 0n;
  const match = FORM.exec(text);
  if (!match) return undefined;
  let total = 0n;
  for (const [, whole = '0', fraction = '', unit = 's'] of (match[2] ?? '').matchAll(PART)) {
    const scale = UNITS[unit] ?? 0n;
    total += BigInt(whole) * scale + (BigInt(`0${fraction}`) * scale) / 10n ** BigInt(fraction.length);
  }
  return match[1] === '-' ? -total : total;
}

export function isSameDuration(a: string, b: string): boolean {
  const left = parseGoDuration(a);
  return left !== undefined && left === parseGoDuration(b);
}
