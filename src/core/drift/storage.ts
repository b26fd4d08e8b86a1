import { parseQuantity } from '../kubernetes/quantity.ts';
import type { Change } from '../model/change.ts';

/** A claim's request is larger live than in Git. A claim can never shrink, so Git has to follow. */
export function isGrownStorage({ path, desired, live }: Change): boolean {
  if (path !== '/spec/resources/requests/storage' || typeof desired !== 'string' || typeof live !== 'string')
    return false;
  const [wanted, actual] = [parseQuantity(desired), parseQuantity(live)];
  if (!wanted || !actual) return false;
  return Number(actual.mantissa) * 10 ** actual.exponent > Number(wanted.mantissa) * 10 ** wanted.exponent;
}
