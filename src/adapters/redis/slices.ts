import type { RedisClient } from './connect.ts';

/* Redis does one thing at a time: what is large is read in parts, so that others get their turn. */

export function slices<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** A whole hash, piece by piece and in no order; each field once, although HSCAN may say it twice. */
export async function* scanHash(
  redis: RedisClient,
  key: string,
  atOnce = 500,
): AsyncGenerator<readonly (readonly [field: string, value: string])[]> {
  const seen = new Set<string>();
  let cursor = '0';
  do {
    const [next, flat] = await redis.hscan(key, cursor, 'COUNT', atOnce);
    const fresh: (readonly [string, string])[] = [];
    for (let index = 0; index + 1 < flat.length; index += 2) {
      const field = flat[index] ?? '';
      if (!seen.has(field)) fresh.push([field, flat[index + 1] ?? '']);
      seen.add(field);
    }
    yield fresh;
    cursor = next;
  } while (cursor !== '0');
}

/** Field and value of a whole hash, by field; read in pieces, so that nobody else waits for it. */
export async function readHash(
  redis: RedisClient,
  key: string,
  atOnce = 500,
): Promise<readonly (readonly [field: string, value: string])[]> {
  const found = (await Array.fromAsync(scanHash(redis, key, atOnce))).flat();
  return found.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Those of the fields that the hash has, in the order asked for. */
export async function readFields(
  redis: RedisClient,
  key: string,
  fields: readonly string[],
  atOnce: number,
): Promise<readonly (readonly [field: string, value: string])[]> {
  const found: (readonly [string, string])[] = [];
  for (const slice of slices(fields, atOnce)) {
    const values = await redis.hmget(key, ...slice);
    slice.forEach((field, index) => {
      const value = values[index];
      if (value !== null && value !== undefined) found.push([field, value]);
    });
  }
  return found;
}
