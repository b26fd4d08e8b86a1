import { buildSnapshot, type SnapshotInput, snapshotRows } from './build-snapshot.ts';
import { sliceId, sliceOf } from './slice.ts';
import type { Snapshot, SnapshotRow } from './snapshot.ts';
import { type PatternInput, trackPatterns } from './track-patterns.ts';

export type TakeInput = Omit<SnapshotInput, 'patterns'> & Omit<PatternInput, 'sliceIdOf'>;

/** A scan's rows → its patterns, the snapshot and the bird's-eye rows. The service and the command line both take it here. */
export function takeSnapshot(input: TakeInput): { readonly snapshot: Snapshot; readonly rows: readonly SnapshotRow[] } {
  const { rows, selectors } = input;
  const patterns = trackPatterns({ ...input, sliceIdOf: (row) => sliceId(sliceOf(row, selectors)) });
  return { snapshot: buildSnapshot({ ...input, patterns }), rows: snapshotRows(rows, selectors) };
}
