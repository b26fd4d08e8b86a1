import type { AppRecord } from '../../src/core/memory/app-record.ts';
import type { FindingMovement } from '../../src/core/memory/movement.ts';
import type { PatternRecord } from '../../src/core/memory/pattern-record.ts';
import type { SnapshotRow } from '../../src/core/memory/snapshot.ts';
import type { Message } from '../../src/core/message/message.ts';
import { aRef, REVISION } from './builders.ts';
import { T0 as AT, aFinding } from './memory-builders.ts';

/* What is stored, where a test cares how it is kept and not how it came about. */

export { AT };

export function aRecord(parts: Partial<AppRecord> & { readonly name?: string } = {}): AppRecord {
  const { name = 'checkout', ...rest } = parts;
  return {
    ref: { server: 'prod', namespace: 'argocd', name },
    project: 'default',
    labels: { team: 'shop' },
    sync: 'OutOfSync',
    revisions: [REVISION],
    health: 'Healthy',
    healthSince: AT,
    autoSync: { enabled: true, prune: false, selfHeal: true },
    look: { identity: 'identity-1', probe: '', at: AT },
    clock: {},
    findings: [{ ...aFinding(), firstSeen: AT, firstRevisions: [], lastSeen: AT, looks: 1 }],
    runbook: [],
    shared: [],
    gaps: [],
    version: 1,
    ...rest,
  };
}

export function aMovement(parts: Partial<FindingMovement> = {}): FindingMovement {
  return {
    id: 'movement-1',
    at: AT,
    app: 'argocd/checkout',
    project: 'default',
    type: 'opened',
    finding: { id: 'finding-1', driftClass: 'manual-change', pattern: 'pattern-1', cause: 'somebody edited live' },
    ...parts,
  };
}

export function aPatternRecord(parts: Partial<PatternRecord> = {}): PatternRecord {
  return {
    id: 'pattern-1',
    driftClass: 'manual-change',
    severity: 'critical',
    kind: 'apps/Deployment',
    cause: 'somebody edited live',
    fix: null,
    firstSeen: AT,
    lastSeen: AT,
    baseline: false,
    apps: 1,
    resources: 1,
    names: ['checkout'],
    line: 'pattern-1',
    differences: 1,
    slices: { default: { apps: 1, resources: 1, differences: 1, names: ['checkout'] } },
    ...parts,
  };
}

export function aRow(parts: Partial<SnapshotRow> = {}): SnapshotRow {
  return {
    app: 'checkout',
    resource: aRef(),
    driftClass: 'manual-change',
    project: 'default',
    slice: 'default',
    pattern: 'pattern-1',
    finding: 'finding-1',
    ...parts,
  };
}

/** A message that says which it is. */
export function aMessage(text = 'first'): Message {
  const reach = { instance: 'prod', reason: text };
  return { type: 'alert', alert: { key: 'reach.prod', instance: 'prod', raisedAt: AT, about: 'reach', reach } };
}
