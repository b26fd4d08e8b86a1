import { createHash } from 'node:crypto';
import { canonicalJson } from '../model/canonical-json.ts';
import type { AuditEntry, AuditEvent } from './entry.ts';

/** A place in the chain: an entry's number and hash. */
export interface ChainPoint {
  readonly sequence: number;
  readonly hash: string;
}

interface ChainBreak {
  /** The first entry that is not as it was written, or is not there. */
  readonly sequence: number;
  readonly why: 'altered' | 'removed' | 're-ordered' | 'inserted' | 'replaced' | 'truncated';
  readonly says: string;
}

/** What the chain must agree with besides itself. */
export interface ChainMarks {
  /** The ledger's own end. */
  readonly head?: ChainPoint;
  /** The highest number that has an entry. */
  readonly last?: number;
  /** A point that somebody noted elsewhere: only this shows a chain that was rewritten as a whole. */
  readonly noted?: ChainPoint;
}

/** As far as it was followed, and why no further. */
export interface ChainWalk {
  readonly reached: ChainPoint;
  readonly broken?: ChainBreak;
}

export const GENESIS: ChainPoint = { sequence: 0, hash: '0'.repeat(64) };

export function linked(previous: ChainPoint, event: AuditEvent): AuditEntry {
  const entry = { ...event, sequence: previous.sequence + 1, previous: previous.hash };
  return { ...entry, hash: entryHash(entry) };
}

/** All of a ledger at once. */
export function verifyChain(entries: readonly AuditEntry[], marks: ChainMarks = {}): ChainWalk {
  const walk = walkChain(GENESIS, entries, marks);
  return walk.broken ? walk : endChain(walk.reached, marks);
}

/** A part of a ledger, from where the part before it ended. */
export function walkChain(from: ChainPoint, entries: readonly AuditEntry[], { noted }: ChainMarks): ChainWalk {
  let reached = from;
  for (const entry of entries) {
    const broken = breakAt(reached, entry, entries) ?? replacedSince(noted, entry);
    if (broken) return { reached, broken };
    reached = { sequence: entry.sequence, hash: entry.hash };
  }
  return { reached };
}

/** Whether the chain may end where it does. */
export function endChain(reached: ChainPoint, { head, last = 0, noted }: ChainMarks): ChainWalk {
  const appended = Math.max(head?.sequence ?? 0, noted?.sequence ?? 0);
  if (reached.sequence < appended) {
    const says = `entry ${reached.sequence + 1} and all after it were removed: there were ${appended}`;
    return { reached, broken: { sequence: reached.sequence + 1, why: 'truncated', says } };
  }
  if (head !== undefined && Math.max(reached.sequence, last) > head.sequence) {
    const says = `entry ${head.sequence + 1} was inserted: the ledger ends with entry ${head.sequence}`;
    return { reached, broken: { sequence: head.sequence + 1, why: 'inserted', says } };
  }
  const broken = replacedSince(head, reached);
  return broken ? { reached, broken } : { reached };
}

function entryHash({ hash: _own, ...covered }: Omit<AuditEntry, 'hash'> & { readonly hash?: string }): string {
  return createHash('sha256').update(canonicalJson(covered)).digest('hex');
}

function breakAt(previous: ChainPoint, entry: AuditEntry, all: readonly AuditEntry[]): ChainBreak | undefined {
  const sequence = previous.sequence + 1;
  if (entry.hash !== entryHash(entry))
    return { sequence, why: 'altered', says: `entry ${sequence} was altered: its content does not have its hash` };
  if (entry.sequence < sequence) {
    const says = `entry ${entry.sequence} stands once more after entry ${previous.sequence}`;
    return { sequence, why: 'inserted', says };
  }
  if (entry.sequence > sequence) {
    const isLater = all.some((one) => one.sequence === sequence);
    return isLater
      ? { sequence, why: 're-ordered', says: `entry ${sequence} stands after entry ${entry.sequence}` }
      : {
          sequence,
          why: 'removed',
          says: `entry ${sequence} was removed: entry ${entry.sequence} stands in its place`,
        };
  }
  if (entry.previous === previous.hash) return undefined;
  const says = `entry ${sequence} does not continue what stands before it: one of the two was replaced`;
  return { sequence, why: 'replaced', says };
}

function replacedSince(known: ChainPoint | undefined, found: ChainPoint): ChainBreak | undefined {
  if (known?.sequence !== found.sequence || known.hash === found.hash) return undefined;
  const { sequence } = found;
  return { sequence, why: 'replaced', says: `entry ${sequence} does not have the hash that was noted for it` };
}
