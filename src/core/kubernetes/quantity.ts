/** A Kubernetes quantity as mantissa × 10^exponent, without trailing zeros, so that equal amounts are equal values. */
export interface Quantity {
  readonly mantissa: bigint;
  readonly exponent: number;
}

const FORM = /^([+-]?)(\d{1,30})?(?:\.(\d{0,30}))?(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?\d{1,2})?$/;
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARY = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** `500m`, `0.5`, 0.5, `1e3`, `2Gi`; undefined for anything else. */
export function parseQuantity(value: string | number): Quantity | undefined {
  const match = FORM.exec(String(value));
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', suffix = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  let mantissa = BigInt(`${whole}${fraction}`);
  let exponent = -fraction.length;
  const binary = BINARY.indexOf(suffix);
  if (binary >= 0) mantissa *= 1024n ** BigInt(binary + 1);
  else exponent += DECIMAL[suffix] ?? (suffix === '' ? 0 : Number(suffix.slice(1)));
  if (mantissa === 0n) return { mantissa, exponent: 0 };
  while (mantissa % 10n === 0n) {
    mantissa /= 10n;
    exponent += 1;
  }
  return { mantissa: sign === '-' ? -mantissa : mantissa, exponent };
}

export function isSameQuantity(a: string | number, b: string | number): boolean {
  const left = parseQuantity(a);
  const right = parseQuantity(b);
  return (
    left !== undefined && right !== undefined && left.mantissa === right.mantissa && left.exponent === right.exponent
  );
}
