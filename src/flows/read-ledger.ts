import type { AuditEntry } from '../core/audit/entry.ts';
import type { Ledger, LedgerEnd } from '../ports/ledger.ts';

const ENTRIES_AT_ONCE = 500;

/** The ledger up to an end that was read before, in parts: what is appended meanwhile belongs to the next reading. */
export async function* readLedger(
  ledger: Pick<Ledger, 'entries'>,
  { head, last }: LedgerEnd,
): AsyncGenerator<readonly AuditEntry[]> {
  const end = Math.min(head.sequence, last);
  for (let from = 1; from <= end; from += ENTRIES_AT_ONCE) {
    yield await ledger.entries({ from, to: Math.min(from + ENTRIES_AT_ONCE - 1, end) });
  }
}
