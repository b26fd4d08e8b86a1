import { createHash } from 'node:crypto';
import type { Json } from '../../../src/core/model/json.ts';

/** Kubernetes leaves vowels and look-alikes out of generated names. */
export function generatedName(value: Json, length: number): string {
  const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
  const bytes = createHash('sha256').update(JSON.stringify(value)).digest();
  return [...bytes.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length] ?? 'x').join('');
}
