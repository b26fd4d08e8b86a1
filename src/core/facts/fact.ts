import type { Manifest } from '../model/json.ts';
import type { AppState } from '../model/observation.ts';
import type { ResourceRef } from '../model/resource-ref.ts';
import type { ResourceObservation } from './observation.ts';
import type { ResourceFacts, RuntimeFacts } from './registry.ts';

/*
 * A fact is something that rules judge by and that somebody has to look up. Each has a file here: what it is, who
 * fetches it and when that is worth a call, how a case file states it. Absent means not checked, never "there is none".
 */

/** What is known of a resource when it is decided whether a fact about it is wanted. */
export interface ResourceLook {
  readonly app: AppState;
  readonly ref: ResourceRef;
  /** The API version that Argo CD lists; '' = unknown. */
  readonly version: string;
  /** null = not in Git. */
  readonly target: Manifest | null;
  /** null = not in the cluster. */
  readonly live: Manifest | null;
  /** Facts that stand before this one in the registry. */
  readonly known: ResourceFacts;
}

/** What is known of an app when it is decided whether a fact about it is wanted. */
export interface AppLook {
  readonly app: AppState;
  /** Resources that are not Healthy, as they were read. */
  readonly resources: readonly Pick<ResourceObservation, 'ref' | 'live'>[];
  /** Facts that stand before this one in the registry. */
  readonly known: RuntimeFacts;
}

/** Who is asked: Argo CD, the destination cluster, the list of the fleet that every scan begins with. */
export type LiveSource = 'argocd' | 'cluster' | 'fleet';

interface FactEntry<Id extends string, T> {
  /** Also the file's name, in kebab-case. */
  readonly id: Id;
  /** One line of docs/observed-facts.md. */
  readonly says: string;
  /** Keys of a case file's `context` that state it; none: a case file cannot. */
  readonly statedAs: readonly string[];
  /** Never set: it carries the type of the fact's value. */
  readonly holds?: T;
}

/** A live scan fetches it, where it is wanted: each one once per scan and what it is about. */
export interface FetchedFact<Id extends string, T, Look> extends FactEntry<Id, T> {
  readonly source: LiveSource;
  wanted(look: Look): boolean;
}

/** Earlier scans left it behind; it costs no call. */
export interface RememberedFact<Id extends string, T> extends FactEntry<Id, T> {
  readonly source: 'memory';
}

/** Case files state it, and nothing fetches it yet: a rule that rests on it alone cannot fire in production. */
export interface OfflineFact<Id extends string, T> extends FactEntry<Id, T> {
  /** Why nothing fetches it. */
  readonly offlineOnly: string;
}

/** What is the same for a whole Argo CD is always worth its one call. */
export type InstanceFact<Id extends string, T> = FetchedFact<Id, T, undefined>;
