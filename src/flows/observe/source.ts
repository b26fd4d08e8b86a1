import type { AppLook, ResourceLook } from '../../core/facts/fact.ts';
import type {
  FetchedAppFactId,
  FetchedInstanceFactId,
  FetchedResourceFactId,
  ResourceFacts,
  RuntimeFacts,
} from '../../core/facts/registry.ts';
import type { InstanceState } from '../../core/model/observation.ts';
import type { ArgoCdReader, CallOptions } from '../../ports/argocd.ts';
import type { Lookout } from './look.ts';
import type { Reads } from './reads.ts';

/* Where a fact comes from. It is asked only where the catalogue wants the fact; undefined: it could not be looked at. */

export type ResourceSource<Id extends FetchedResourceFactId> = (
  look: ResourceLook,
  reads: Reads,
) => Promise<ResourceFacts[Id] | undefined>;

export type AppSource<Id extends FetchedAppFactId> = (
  look: AppLook,
  reads: Reads,
) => Promise<RuntimeFacts[Id] | undefined>;

export interface InstanceReads {
  readonly argocd: Pick<ArgoCdReader, 'version'>;
  readonly lookout: Lookout;
  readonly options: CallOptions;
}

export type InstanceSource<Id extends FetchedInstanceFactId> = (
  reads: InstanceReads,
) => Promise<InstanceState[Id] | undefined>;
