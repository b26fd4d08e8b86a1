import type { CallOptions } from './argocd.ts';

/*
 * What Plumbline asks the chat workspace and the store about themselves. All methods throw UnavailableError, NotAllowedError,
 * RejectedError or ConfigError, whose hints are what an operator does.
 */

export interface WorkspaceCheck {
  /** Whom the token belongs to. @throws NotAllowedError when it is not accepted */
  identify(options?: CallOptions): Promise<WorkspaceIdentity>;
  channel(id: string, options?: CallOptions): Promise<ChannelStanding>;
  /** All of the workspace, disabled ones too. */
  groups(options?: CallOptions): Promise<readonly GroupStanding[]>;
}

export interface WorkspaceIdentity {
  readonly workspace: string;
  /** As people mention it, without the @. */
  readonly bot: string;
  /** undefined: the answer did not say. */
  readonly scopes: readonly string[] | undefined;
  /** To the second; undefined: the answer did not say. */
  readonly time: Date | undefined;
}

export type ChannelStanding =
  | { readonly is: 'joined' | 'not-joined' | 'archived'; readonly name: string }
  /** No such id, or private and closed to us: nobody outside can tell these apart. */
  | { readonly is: 'unknown' }
  /** We may not ask. */
  | { readonly is: 'hidden'; readonly needs: string };

export interface GroupStanding {
  readonly id: string;
  readonly handle: string;
  readonly people: number;
  readonly isDisabled: boolean;
}

export interface StoreCheck {
  inspect(): Promise<StoreReport>;
  /** Of the smallest question, in milliseconds. */
  roundTrip(): Promise<number>;
  time(): Promise<Date>;
}

export interface StoreReport {
  /** `Redis 7.0.15`, `Valkey 8.1.1`. */
  readonly version: string;
  readonly shortcomings: readonly StoreShortcoming[];
}

export interface StoreShortcoming {
  readonly code: string;
  readonly aspect: 'version' | 'role' | 'eviction' | 'persistence';
  /** unfit: nothing starts on it. risky: it works, and may forget. unknown: it does not tell. */
  readonly gravity: 'unfit' | 'risky' | 'unknown';
  readonly says: string;
  readonly hint: string;
}
