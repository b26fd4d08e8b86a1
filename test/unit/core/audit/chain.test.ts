import { describe, expect, it } from 'vitest';
import { GENESIS, linked, verifyChain } from '../../../../src/core/audit/chain.ts';
import type { AuditEntry } from '../../../../src/core/audit/entry.ts';
import { anEvent, chainOf } from '../../../support/audit.ts';

const chain = chainOf(['a', 'b', 'c', 'd', 'e'].map((id) => anEvent({ id })));
const [a, b, c, d, e] = chain as readonly [AuditEntry, AuditEntry, AuditEntry, AuditEntry, AuditEntry];
const forged = linked(b, anEvent({ id: 'c', reason: 'forged' }));

describe('linked', () => {
  it('numbers from 1 and names the hash before', () => {
    expect(chain.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(chain.map(({ previous }) => previous)).toEqual([GENESIS.hash, a.hash, b.hash, c.hash, d.hash]);
  });

  it('hashes the same in every release: what is stored must stay verifiable', () => {
    expect(a.hash).toBe('de65e93e0ffb748ec03f7afc037318c2a612c3a1489191e21036325e1a2c1784');
  });

  it('does not care how the keys of an event are ordered', () => {
    const { id, at, ...rest } = anEvent({ id: 'a' });
    expect(linked(GENESIS, { ...rest, at, id }).hash).toBe(a.hash);
  });
});

describe('verifyChain', () => {
  it('follows a whole chain to its end', () => {
    expect(verifyChain(chain, { head: e })).toEqual({ reached: { sequence: 5, hash: e.hash } });
    expect(verifyChain([], { head: GENESIS })).toEqual({ reached: GENESIS });
    expect(verifyChain(chain, { head: e, noted: c })).not.toHaveProperty('broken');
  });

  it.each([
    ['a changed field', [a, { ...b, reason: 'other' }, c, d, e], 2, 'altered'],
    ['an added field', [a, { ...b, result: 'done' }, c, d, e], 2, 'altered'],
    ['a changed hash', [a, b, { ...c, hash: d.hash }, d, e], 3, 'altered'],
    ['the first entry removed', [b, c, d, e], 1, 'removed'],
    ['an entry removed', [a, b, d, e], 3, 'removed'],
    ['two entries swapped', [a, c, b, d, e], 2, 're-ordered'],
    ['an entry twice', [a, b, b, c, d, e], 3, 'inserted'],
    ['a forged entry put in', [a, b, forged, c, d, e], 4, 'inserted'],
    ['an entry replaced, with a hash of its own', [a, b, forged, d, e], 4, 'replaced'],
    [
      'the last entry replaced, with a hash of its own',
      [a, b, c, d, linked(d, anEvent({ id: 'forged' }))],
      5,
      'replaced',
    ],
    ['the end removed', [a, b, c], 4, 'truncated'],
    ['everything removed', [], 1, 'truncated'],
    ['an entry added behind the end', [...chain, linked(e, anEvent({ id: 'f' }))], 6, 'inserted'],
  ] as const)('finds %s', (_, entries, sequence, why) => {
    expect(verifyChain(entries, { head: e }).broken).toMatchObject({ sequence, why });
  });

  it('finds a chain that was written anew as a whole only by what was noted before', () => {
    const anew = chainOf(['a', 'x', 'c', 'd', 'e'].map((id) => anEvent({ id })));
    const head = anew.at(-1) as AuditEntry;
    expect(verifyChain(anew, { head })).not.toHaveProperty('broken');
    expect(verifyChain(anew, { head, noted: d }).broken).toMatchObject({ sequence: 4, why: 'replaced' });
    expect(verifyChain([a, b], { head: b, noted: d }).broken).toMatchObject({ sequence: 3, why: 'truncated' });
  });

  it('finds what stands far behind the end', () => {
    expect(verifyChain(chain, { head: e, last: 900 }).broken).toMatchObject({ sequence: 6, why: 'inserted' });
  });
});
