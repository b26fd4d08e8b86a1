import type { DriftClass } from '../model/drift-class.ts';
import type { Snapshot } from './snapshot.ts';

const OF_HEALTH: ReadonlySet<DriftClass> = new Set(['degraded', 'stuck-progressing']);

/**
 * How many apps an overview shows as not Healthy: those told one by one, and those that only a line about health names. A
 * resource may be Degraded in an app that Argo CD still calls Healthy.
 */
export function notHealthyCount({ notHealthy, patterns }: Pick<Snapshot, 'notHealthy' | 'patterns'>): number {
  const open = patterns.filter(({ driftClass, resolvedAt }) => OF_HEALTH.has(driftClass) && resolvedAt === undefined);
  const named = new Set([...notHealthy.map(({ app }) => app), ...open.flatMap(({ names }) => names)]);
  // of a wide pattern not every app is named
  return Math.max(named.size, ...open.map(({ apps }) => apps));
}
