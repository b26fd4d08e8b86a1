import type { JsonObject } from './json.ts';
import type { Pointer } from './pointer.ts';

/**
 * What a fix does, from the point of view of the person who makes it. The list is a contract: case files and
 * `explain --json` state these names.
 */
export const FIX_KINDS = [
  'pin-in-git',
  'drop-from-git',
  'adopt',
  'delete',
  'dedupe-owner',
  'hook-delete-policy',
  'ignore-narrow',
  'fix-template',
  'revert-live',
  'sync',
  'fix-source',
  'fix-manifest',
  'inspect-logs',
  'upgrade-argocd',
  'server-side-diff',
] as const;

export type FixKind = (typeof FIX_KINDS)[number];

/** git: a commit changes the desired state. cluster: the live object changes. compare: Argo CD compares less. */
export type FixDirection = 'git' | 'cluster' | 'compare' | 'none';

const DIRECTIONS: Readonly<Record<FixKind, FixDirection>> = {
  'pin-in-git': 'git',
  'drop-from-git': 'git',
  adopt: 'cluster',
  delete: 'cluster',
  'dedupe-owner': 'git',
  'hook-delete-policy': 'git',
  'ignore-narrow': 'compare',
  'fix-template': 'git',
  'revert-live': 'cluster',
  sync: 'cluster',
  'fix-source': 'git',
  'fix-manifest': 'git',
  'inspect-logs': 'none',
  'upgrade-argocd': 'none',
  'server-side-diff': 'compare',
};

export function directionOf(kind: FixKind): FixDirection {
  return DIRECTIONS[kind];
}

/** One entry of an Application's `spec.ignoreDifferences`, in Argo CD's own spelling. */
export interface IgnoreRule {
  readonly group?: string;
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly jsonPointers?: readonly string[];
  readonly jqPathExpressions?: readonly string[];
  readonly managedFieldsManagers?: readonly string[];
}

/** What a rule proposes; `core/fix` makes it concrete and proves it. */
export interface FixDraft {
  readonly kind: FixKind;
  /** Fields the fix touches, in live's indexes. Empty: the object as a whole, or something outside it. */
  readonly paths: readonly Pointer[];
  /** The next step in one sentence, for kinds whose detail cannot be derived from the paths. */
  readonly detail?: string;
  /** For `adopt` and `hook-delete-policy`: the annotations or labels to write. */
  readonly metadata?: { readonly annotations?: JsonObject; readonly labels?: JsonObject };
  /** For `ignore-narrow` where an index would be brittle. */
  readonly jqPathExpressions?: readonly string[];
}

export interface Fix {
  readonly kind: FixKind;
  readonly direction: FixDirection;
  /** Concrete: the exact lines to add, drop or write. */
  readonly detail: string;
  readonly paths: readonly Pointer[];
  /** How many of the finding's differences are gone when the fix is applied to the same observation; null = not provable offline. */
  readonly closes: { readonly closed: number; readonly of: number } | null;
  /** What nobody will be told any more once this is in place; '' = nothing. */
  readonly hides: string;
}
