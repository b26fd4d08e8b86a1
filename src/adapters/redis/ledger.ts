import { type ChainPoint, GENESIS, linked } from '../../core/audit/chain.ts';
import type { AuditEntry, AuditEvent } from '../../core/audit/entry.ts';
import { canonicalJson } from '../../core/model/canonical-json.ts';
import { RejectedError } from '../../core/model/errors.ts';
import type { Ledger } from '../../ports/ledger.ts';
import { APPEND_ENTRY, LEDGER_END } from './lua/ledger.ts';
import { makeRead } from './reading.ts';
import * as schema from './schema.ts';
import { makeScript } from './script.ts';
import type { Store } from './store.ts';

const appendEntry = makeScript(APPEND_ENTRY);
const ledgerEnd = makeScript(LEDGER_END);

/*
 * The hash is made here, because Redis only knows SHA-1; that the head is still the one it continues is checked in the
 * script that moves it. Who comes second learns the head and links anew. Within a process events wait for one another.
 */
export function makeLedger({ redis, keys, onUnreadable }: Store): Ledger {
  const { auditEntries, auditHead, auditIds } = keys;
  const places = [auditEntries, auditHead, auditIds];
  const read = makeRead<AuditEntry>(schema.AuditEntry, onUnreadable);
  let head = GENESIS;
  let turn: Promise<unknown> = Promise.resolve();

  async function appendNow(event: AuditEvent): Promise<AuditEntry> {
    for (;;) {
      const entry = linked(head, event);
      const args = [head.sequence, head.hash, entry.hash, event.id, canonicalJson(entry)];
      const [outcome, sequence, hash] = (await appendEntry.run(redis, places, args)) as readonly string[];
      if (outcome === 'appended') {
        head = pointAt(entry.sequence, entry.hash);
        return entry;
      }
      if (outcome === 'known') return getEntry(Number(sequence));
      if (outcome === 'broken') throw broken();
      head = pointAt(Number(sequence), hash ?? '');
    }
  }

  async function getEntry(sequence: number): Promise<AuditEntry> {
    const [entry] = await entries({ from: sequence, to: sequence });
    if (entry === undefined) throw broken();
    return entry;
  }

  async function entries({ from, to }: { readonly from: number; readonly to: number }) {
    const found = await redis.xrange(auditEntries, from, to);
    return found.flatMap(([id, fields]) => readEntry(id, fields) ?? []);
  }

  /** Only the very text that was written: JSON has several for one value, and a reader may overlook the difference. */
  function readEntry(id: string, [, text = '']: readonly string[]): AuditEntry | undefined {
    const where = { key: auditEntries, field: id };
    const entry = read(text, where);
    if (entry === undefined || canonicalJson(entry) === text) return entry;
    onUnreadable({ ...where, problem: 'is not as it was written' });
    return undefined;
  }

  return {
    append(event) {
      const appended = turn.then(() => appendNow(event));
      turn = appended.catch(() => undefined);
      return appended;
    },

    async end() {
      const answer = (await ledgerEnd.run(redis, places, [])) as readonly (string | number)[];
      const [sequence = 0, hash = '', newest = '', ids = 0] = answer;
      const last = Number.parseInt(String(newest), 10);
      // An id without an entry: head and entries were removed behind its back.
      if (Number(ids) > Number(sequence)) return { head: { sequence: Number(ids), hash: '' }, last };
      return { head: pointAt(Number(sequence), String(hash)), last };
    },

    entries,
  };
}

function pointAt(sequence: number, hash: string): ChainPoint {
  return sequence === 0 && hash === '' ? GENESIS : { sequence, hash };
}

function broken(): RejectedError {
  return new RejectedError(
    'ledger.broken',
    'The audit ledger was changed from outside and takes no more entries.',
    'Run plumbline audit verify to see where, and restore Redis from its backup.',
  );
}
