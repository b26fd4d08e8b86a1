import type { Json } from './json.ts';
import type { Pointer } from './pointer.ts';

/** Who last wrote a field, from `metadata.managedFields`. The time is of the manager's entry: evidence, not proof. */
export interface Writer {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource?: string;
  readonly time?: string;
}

export type SameMeaning =
  | 'quantity'
  | 'duration'
  | 'int-or-string'
  | 'boolean-text'
  | 'base64'
  | 'whitespace'
  | 'letter-case'
  | 'timestamp'
  | 'json-text'
  | 'empty'
  | 'order'
  | 'duplicates'
  | 'api-version';

/** One place where desired and live disagree. */
export interface Change {
  /** Live's index where live has the element, else desired's; the highest pointer at which one side is absent. */
  readonly path: Pointer;
  /** The same place counted in desired's indexes; what a fix in Git edits. */
  readonly desiredPath: Pointer;
  /** Absent: the desired state has nothing there. */
  readonly desired?: Json;
  /** Absent: the live object has nothing there. */
  readonly live?: Json;
  /** Both sides parse to the same meaning. */
  readonly sameMeaning?: SameMeaning;
  /** Every manager that owns the live field, newest first. Empty: nobody does, or managedFields were not observed. */
  readonly writers: readonly Writer[];
}

export function isOnlyInGit(change: Change): boolean {
  return change.live === undefined;
}

export function isOnlyInLive(change: Change): boolean {
  return change.desired === undefined;
}

/** A checkable fact behind a Finding. Already redacted. */
export interface Evidence {
  readonly source:
    | 'git'
    | 'live'
    | 'schema'
    | 'managed-fields'
    | 'argocd'
    | 'cluster'
    | 'events'
    | 'logs'
    | 'render'
    | 'history'
    | 'not-observed';
  readonly says: string;
  readonly link?: string;
}
