import { type ChainPoint, type ChainWalk, endChain, GENESIS, walkChain } from '../core/audit/chain.ts';
import { defined } from '../core/model/defined.ts';
import type { Ledger } from '../ports/ledger.ts';
import { readLedger } from './read-ledger.ts';

/** Follows the chain from its first entry to its end, or to where it breaks. */
export async function verifyLedger(ledger: Ledger, noted?: ChainPoint): Promise<ChainWalk> {
  const end = await ledger.end();
  const marks = { ...end, ...defined({ noted }) };
  let reached = GENESIS;
  for await (const entries of readLedger(ledger, end)) {
    const walk = walkChain(reached, entries, marks);
    if (walk.broken) return walk;
    reached = walk.reached;
  }
  return endChain(reached, marks);
}
