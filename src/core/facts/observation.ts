import type { Manifest } from '../model/json.ts';
import type { AppState, Health, InstanceState } from '../model/observation.ts';
import type { Pointer } from '../model/pointer.ts';
import type { ResourceRef } from '../model/resource-ref.ts';
import type { ResourceFacts, RuntimeFacts } from './registry.ts';

export interface ResourceObservation {
  readonly ref: ResourceRef;
  readonly version: string;
  readonly status?: string;
  readonly health?: Health;
  readonly requiresPruning: boolean;
  readonly hook: boolean;
  /** null = not in Git. */
  readonly target: Manifest | null;
  /** null = not in the cluster. */
  readonly live: Manifest | null;
  /** Argo CD's own verdict, where it was fetched; else target and live are normalised the way Argo CD does. */
  readonly verdict?: { readonly normalizedLive: Manifest | null; readonly predicted: Manifest | null };
  /** What the app's jq ignore rules matched, evaluated outside the core. */
  readonly jqIgnored?: readonly Pointer[];
  /** About the resource and its neighbours, fetched before anything is judged. */
  readonly facts: ResourceFacts;
}

/**
 * Everything fetched about one App at one instant. It is the only input of the core.
 * Throughout: undefined = nobody looked; null or [] = somebody looked and there is nothing.
 */
export interface Observation {
  readonly app: AppState;
  readonly instance: InstanceState;
  readonly resources: readonly ResourceObservation[];
  /** What runs underneath the app. */
  readonly runtime: RuntimeFacts;
  /** Synced workloads that were read for what a person added to them; Argo CD does not compare it. */
  readonly sweptWorkloads?: number;
  /** What could not be checked, in words: findings say so. */
  readonly notObserved: readonly string[];
  /** Argo CD says OutOfSync, and what it compares could not be read, or not all of it: which resources differ is not known. */
  readonly comparisonUnread?: boolean;
  readonly observedAt?: string;
  /** Hash of what Argo CD compared (core/scan/probe.ts): the light probe of a later scan is held against it. */
  readonly probe?: string;
}
