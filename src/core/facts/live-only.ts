import type { Observation } from './observation.ts';
import { APP_FACTS, FACTS, type Fact, type FactId, INSTANCE_FACTS, RESOURCE_FACTS } from './registry.ts';

function isOffline(fact: Fact): boolean {
  return 'offlineOnly' in fact;
}

/** Facts that no live scan has. */
export const OFFLINE_FACTS: readonly FactId[] = FACTS.filter(isOffline).map(({ id }) => id);

/** What a live scan could have seen of it at best: every fact that only a case file can state is taken away. */
export function withLiveFactsOnly(observation: Observation): Observation {
  const { instance, runtime, resources } = observation;
  return {
    ...observation,
    instance: without(instance, INSTANCE_FACTS),
    runtime: without(runtime, APP_FACTS),
    resources: resources.map((resource) => ({ ...resource, facts: without(resource.facts, RESOURCE_FACTS) })),
  };
}

function without<T extends object>(known: T, facts: readonly Fact[]): T {
  const kept = { ...known };
  for (const fact of facts) if (isOffline(fact)) Reflect.deleteProperty(kept, fact.id);
  return kept;
}
