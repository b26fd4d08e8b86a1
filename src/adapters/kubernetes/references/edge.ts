import type { Manifest } from '../../../core/model/json.ts';
import type { ResourceRef } from '../../../core/model/resource-ref.ts';
import type { Kind } from '../discovery.ts';

/** What is to be deleted. */
export interface Target {
  readonly ref: ResourceRef;
  /** undefined: it is gone already; what its content would tell is not known then. */
  readonly object: Manifest | undefined;
}

/** One way in which objects of a kind refer to a target: where to look, and how to tell. Pure. */
export interface Edge {
  readonly from: Kind;
  /** Where referrers live: in the target's namespace, or anywhere. */
  readonly within: 'namespace' | 'cluster';
  /** Names, labels and owners suffice to tell. */
  readonly byMetadata?: boolean;
  /** What the referrer does with the target, in words. */
  readonly how: string;
  /** The referrer makes sense without the target. */
  readonly isLoose?: boolean;
  readonly refers: (referrer: Manifest, target: Target) => boolean;
}

/** The ways one kind can be referred to. */
export interface Referable {
  readonly kinds: readonly string[];
  readonly edges: readonly Edge[];
}
