import type { AppRecord } from './app-record.ts';

/** Whoever read the one need not read the other: same states, same findings of the same shape. */
export function isSameVerdict(a: AppRecord, b: AppRecord): boolean {
  return (
    a.sync === b.sync &&
    a.health === b.health &&
    a.frozen?.reason === b.frozen?.reason &&
    findingsOf(a) === findingsOf(b)
  );
}

function findingsOf({ findings }: AppRecord): string {
  return findings
    .map(({ id, shape, cause }) => `${id} ${shape} ${cause}`)
    .toSorted()
    .join('\n');
}
