import type { Json } from '../kubernetes/kube-client.ts';

export interface LeafDifference {
  /** JSON pointer. */
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Plain and index by index on purpose: it must not share a judgement with the code under test. */
export function leafDifferences(before: Json | undefined, after: Json | undefined, path = ''): LeafDifference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isBranch(before) || !isBranch(after)) return [{ path, before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    leafDifferences(
      (before as Readonly<Record<string, Json>>)[key],
      (after as Readonly<Record<string, Json>>)[key],
      `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    ),
  );
}

function isBranch(value: Json | undefined): value is Exclude<Json, null | boolean | number | string> {
  return typeof value === 'object' && value !== null;
}
