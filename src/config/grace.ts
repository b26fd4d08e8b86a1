import type { DriftClass } from '../core/model/drift-class.ts';
import type { Config } from './schema.ts';

/** How long drift must last before people are told. A person's edit is told at the second sight; everything else may still go away by itself. */
export function graceOf({ grace, outOfSyncAfter }: Config['scan']): (driftClass: DriftClass) => number {
  return (driftClass) => grace[driftClass] ?? (driftClass === 'manual-change' ? 0 : outOfSyncAfter);
}
