import type { AppLook, ResourceLook } from '../../core/facts/fact.ts';
import {
  APP_FACTS,
  INSTANCE_FACTS,
  type InstanceFactId,
  RESOURCE_FACTS,
  type ResourceFacts,
  type RuntimeFacts,
} from '../../core/facts/registry.ts';
import type { InstanceState } from '../../core/model/observation.ts';
import { APP_SOURCES, INSTANCE_SOURCES, RESOURCE_SOURCES } from './live-sources.ts';
import type { Reads } from './reads.ts';
import type { InstanceReads } from './source.ts';

/* The catalogue decides what is wanted, fact by fact, from what is known so far; the source of each fetches it. */

export async function fetchResourceFacts(look: Omit<ResourceLook, 'known'>, reads: Reads): Promise<ResourceFacts> {
  let known: ResourceFacts = {};
  for (const fact of RESOURCE_FACTS) {
    if (!('wanted' in fact) || !fact.wanted({ ...look, known })) continue;
    const found = await RESOURCE_SOURCES[fact.id]({ ...look, known }, reads);
    if (found !== undefined) known = { ...known, [fact.id]: found };
  }
  return known;
}

export async function fetchAppFacts(look: Omit<AppLook, 'known'>, reads: Reads): Promise<RuntimeFacts> {
  let known: RuntimeFacts = {};
  for (const fact of APP_FACTS) {
    if (!('wanted' in fact) || !fact.wanted({ ...look, known })) continue;
    const found = await APP_SOURCES[fact.id]({ ...look, known }, reads);
    if (found !== undefined) known = { ...known, [fact.id]: found };
  }
  return known;
}

export async function fetchInstanceFacts(reads: InstanceReads): Promise<Pick<InstanceState, InstanceFactId>> {
  let known: Pick<InstanceState, InstanceFactId> = {};
  for (const fact of INSTANCE_FACTS) {
    if (!('wanted' in fact)) continue;
    const found = await INSTANCE_SOURCES[fact.id](reads);
    if (found !== undefined) known = { ...known, [fact.id]: found };
  }
  return known;
}
