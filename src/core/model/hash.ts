import { createHash } from 'node:crypto';

/** Short, stable identity over its parts; parts are length-prefixed, so that no two lists collide by concatenation. */
export function hashOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex').slice(0, 16);
}
