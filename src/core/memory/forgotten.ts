import type { AppKey } from '../model/app-key.ts';
import { hashOf } from '../model/hash.ts';
import type { AppRecord, AppRow } from './app-record.ts';
import type { Movement } from './movement.ts';

/** Apps that Argo CD lists no more: what they drifted by is neither open nor fixed. */
export function forgotten(
  rows: readonly AppRow[],
  at: string,
): {
  readonly records: readonly AppRecord[];
  readonly gone: readonly AppKey[];
  readonly movements: readonly Movement[];
} {
  return {
    records: [],
    gone: rows.map(({ key }) => key),
    movements: rows.map(({ key, project, version }) => ({
      id: hashOf(key, String(version), 'disappeared'),
      at,
      app: key,
      project,
      type: 'disappeared',
    })),
  };
}
