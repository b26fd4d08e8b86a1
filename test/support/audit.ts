import { type ChainPoint, GENESIS, linked } from '../../src/core/audit/chain.ts';
import type { AuditEntry, AuditEvent } from '../../src/core/audit/entry.ts';
import { aRef } from './builders.ts';

export function anEvent(parts: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: 'plan-1.approved.U1',
    at: '2026-11-16T09:00:00.000Z',
    instance: 'prod',
    actor: { user: 'U1', role: 'release-manager' },
    action: 'approved',
    subject: { planId: 'plan-1', planHash: 'abc123', app: 'argocd/infisical', project: 'platform', object: aRef() },
    ...parts,
  };
}

export function chainOf(events: readonly AuditEvent[]): readonly AuditEntry[] {
  let previous: ChainPoint = GENESIS;
  return events.map((event) => {
    const entry = linked(previous, event);
    previous = entry;
    return entry;
  });
}
