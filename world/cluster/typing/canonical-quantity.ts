import { parseQuantity } from '../../../src/core/kubernetes/quantity.ts';
import type { Json } from '../../../src/core/model/json.ts';

const DECIMAL: readonly (readonly [number, string])[] = [
  [18, 'E'],
  [15, 'P'],
  [12, 'T'],
  [9, 'G'],
  [6, 'M'],
  [3, 'k'],
  [0, ''],
  [-3, 'm'],
  [-6, 'u'],
  [-9, 'n'],
];
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** The form in which the server writes a quantity: the largest suffix without a fraction, in the family it was given. */
export function canonicalQuantity(value: Json): Json {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const parsed = parseQuantity(value);
  if (!parsed) return value;
  const { mantissa, exponent } = parsed;
  if (mantissa === 0n) return '0';
  const text = String(value);
  if (/[eE][+-]?\d+$/.test(text)) return `${mantissa}${exponent === 0 ? '' : `e${exponent}`}`;
  const whole = exponent >= 0 ? mantissa * 10n ** BigInt(exponent) : undefined;
  if (/i$/.test(text) && whole !== undefined && (whole >= 1024n || whole <= -1024n)) return binary(whole);
  return decimal(mantissa, exponent);
}

function binary(whole: bigint): string {
  let [amount, suffix] = [whole, 0];
  while (amount % 1024n === 0n && suffix < BINARY.length - 1) {
    amount /= 1024n;
    suffix += 1;
  }
  return `${amount}${BINARY[suffix]}`;
}

function decimal(mantissa: bigint, exponent: number): string {
  const [power, suffix] = DECIMAL.find(([candidate]) => candidate <= exponent) ?? [-9, 'n'];
  return `${mantissa * 10n ** BigInt(Math.max(0, exponent - power))}${suffix}`;
}
