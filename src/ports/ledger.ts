import type { ChainPoint } from '../core/audit/chain.ts';
import type { AuditEntry, AuditEvent } from '../core/audit/entry.ts';

/** As far as the ledger goes. */
export interface LedgerEnd {
  /** What was appended last; GENESIS: nothing yet. */
  readonly head: ChainPoint;
  /** The highest number under which something stands: `head`'s, unless somebody else wrote or removed. */
  readonly last: number;
}

/** Who did what, for good: it is only ever added to, and no retention applies to it. */
export interface Ledger {
  /**
   * Gives the event its place; an event whose id has one keeps that. @throws RejectedError 'ledger.broken' when entries
   * and head do not belong together: nothing is written then, and nothing that has to be audited may be done.
   */
  append(event: AuditEvent): Promise<AuditEntry>;
  end(): Promise<LedgerEnd>;
  /** What stands under these numbers, both inclusive, as it stands; what cannot be read is left out and reported. */
  entries(range: { readonly from: number; readonly to: number }): Promise<readonly AuditEntry[]>;
}
