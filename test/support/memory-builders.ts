import type { AppRecord, AppRow } from '../../src/core/memory/app-record.ts';
import { rowOf } from '../../src/core/memory/app-record.ts';
import { buildSnapshot } from '../../src/core/memory/build-snapshot.ts';
import type { PatternRecord } from '../../src/core/memory/pattern-record.ts';
import { remember } from '../../src/core/memory/remember.ts';
import type { Snapshot } from '../../src/core/memory/snapshot.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import { patternId, shapeOf } from '../../src/core/pattern/identity.ts';
import type { SeenApp } from '../../src/core/scan/seen-app.ts';

export const T0 = '2026-11-16T08:00:00.000Z';
export const MINUTE = 60_000;

export function at(minutes: number): string {
  return new Date(Date.parse(T0) + minutes * MINUTE).toISOString();
}

export function aFinding(part: Partial<Finding> = {}): Finding {
  const driftClass = part.driftClass ?? 'schema-default';
  const resource = part.resource ?? {
    group: 'external-secrets.io',
    kind: 'ExternalSecret',
    namespace: 'shop',
    name: 'db',
  };
  const cause = part.cause ?? 'the CRD defaults conversionStrategy';
  const paths = part.paths ?? ['/spec/data/0/remoteRef/conversionStrategy'];
  return {
    id: `${driftClass}-${resource.name}`,
    app: { server: 'prod', namespace: 'argocd', name: 'shop' },
    resource,
    driftClass,
    severity: 'noise',
    confidence: 'certain',
    rules: ['crd-default'],
    changes: [],
    paths,
    owner: '',
    evidence: [{ source: 'schema', says: 'the schema defaults it to Default' }],
    fixes: [
      {
        kind: 'pin-in-git',
        direction: 'git',
        detail: 'conversionStrategy: Default',
        paths,
        closes: { closed: 1, of: 1 },
        hides: '',
      },
    ],
    ownership: [],
    shape: shapeOf(paths),
    pattern: patternId(driftClass, resource, cause),
    cause,
    ...part,
  };
}

export function aSighting(part: Partial<SeenApp> = {}): SeenApp {
  const time = part.at ?? T0;
  return {
    ref: { server: 'prod', namespace: 'argocd', name: 'shop' },
    project: 'default',
    labels: {},
    sync: 'OutOfSync',
    revisions: ['abc123'],
    health: 'Healthy',
    autoSync: { enabled: true, prune: false, selfHeal: false },
    look: { identity: 'i1', probe: '', at: time },
    at: time,
    found: { findings: [aFinding()], runbook: [], gaps: [] },
    ...part,
  };
}

/** Sightings of one app in order, as scans would remember them. */
export function afterSightings(...sightings: readonly Partial<SeenApp>[]): AppRecord {
  let record: AppRecord | undefined;
  for (const sighting of sightings) record = remember(record, aSighting(sighting), 10 * MINUTE).record;
  if (record === undefined) throw new TypeError('at least one sighting');
  return record;
}

export function rowsOf(...records: readonly AppRecord[]): readonly AppRow[] {
  return records.map(rowOf);
}

export function aSnapshot(
  rows: readonly AppRow[],
  patterns: readonly PatternRecord[],
  part: Partial<Parameters<typeof buildSnapshot>[0]> = {},
): Snapshot {
  return buildSnapshot({
    instance: 'prod',
    scanId: 's1',
    now: T0,
    rows,
    patterns,
    selectors: [],
    notHealthyAfterMs: 60 * MINUTE,
    ...part,
  });
}
