import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linked, verifyChain } from '../../../../src/core/audit/chain.ts';
import { AUDIT_ACTIONS, type AuditEntry, type AuditEvent } from '../../../../src/core/audit/entry.ts';
import { canonicalJson } from '../../../../src/core/model/canonical-json.ts';
import { defined } from '../../../../src/core/model/defined.ts';
import { chainOf } from '../../../support/audit.ts';

const text = fc.string({ unit: 'binary', maxLength: 8 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const event = fc.record(
  {
    id: fc.uuid(),
    at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    instance: text,
    actor: fc.record({ user: text, role: text }),
    action: fc.constantFrom(...AUDIT_ACTIONS),
    subject: fc.record({ planId: text, planHash: text, app: text, project: text }),
    bundleId: text,
    result: text,
    reason: text,
  },
  { requiredKeys: ['id', 'at', 'instance', 'actor', 'action'] },
) as fc.Arbitrary<AuditEvent>;

/** A chain, and two different places in it. */
const chainAndPlaces = fc
  .array(event, { minLength: 2, maxLength: 12 })
  .map(chainOf)
  .chain((chain) =>
    fc.tuple(fc.constant(chain), fc.nat(chain.length - 1), fc.nat(chain.length - 2)).map(([entries, one, other]) => ({
      chain: entries,
      head: entries.at(-1) as AuditEntry,
      one,
      other: other >= one ? other + 1 : other,
    })),
  );

const isFound = (entries: readonly AuditEntry[], head: AuditEntry): boolean =>
  verifyChain(entries, { head }).broken !== undefined;

describe('a chain, for any events', () => {
  it('is whole as it was linked, and after a way through JSON', () => {
    fc.assert(
      fc.property(chainAndPlaces, ({ chain, head }) => {
        expect(isFound(chain, head)).toBe(false);
        expect(
          isFound(
            chain.map((entry) => JSON.parse(canonicalJson(entry)) as AuditEntry),
            head,
          ),
        ).toBe(false);
      }),
    );
  });

  it('betrays any change of any entry, also one with a hash that fits', () => {
    fc.assert(
      fc.property(chainAndPlaces, event, optional(text), ({ chain, head, one }, other, reason) => {
        const entry = chain[one] as AuditEntry;
        const changed = { ...entry, ...other, ...defined({ reason }) };
        expect(isFound(chain.with(one, changed), head)).toBe(true);
        const { sequence, previous } = entry;
        expect(isFound(chain.with(one, linked({ sequence: sequence - 1, hash: previous }, other)), head)).toBe(true);
      }),
    );
  });

  it('betrays any removal, of one entry or of all from there', () => {
    fc.assert(
      fc.property(chainAndPlaces, ({ chain, head, one }) => {
        expect(isFound(chain.toSpliced(one, 1), head)).toBe(true);
        expect(isFound(chain.slice(0, one), head)).toBe(true);
      }),
    );
  });

  it('betrays any swap', () => {
    fc.assert(
      fc.property(chainAndPlaces, ({ chain, head, one, other }) => {
        const [left, right] = [chain[one] as AuditEntry, chain[other] as AuditEntry];
        expect(isFound(chain.with(one, right).with(other, left), head)).toBe(true);
      }),
    );
  });

  it('betrays any insertion, of an entry that is there or of a new one that continues the one before', () => {
    fc.assert(
      fc.property(chainAndPlaces, event, ({ chain, head, one, other }, forged) => {
        const before = chain[one] as AuditEntry;
        expect(isFound(chain.toSpliced(one, 0, chain[other] as AuditEntry), head)).toBe(true);
        expect(isFound(chain.toSpliced(one + 1, 0, linked(before, forged)), head)).toBe(true);
      }),
    );
  });
});
