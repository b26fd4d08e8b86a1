import { describe, expect, it } from 'vitest';
import type { AppRow } from '../../../../src/core/memory/app-record.ts';
import { planScan, type ScanPlan } from '../../../../src/core/memory/plan-scan.ts';
import { USUAL_CADENCE } from '../../../../src/core/scan/decide-look.ts';
import { frozenVerdictOf } from '../../../../src/core/scan/frozen.ts';
import type { ListedApp } from '../../../../src/core/scan/listed-app.ts';
import type { SeenApp } from '../../../../src/core/scan/seen-app.ts';
import { aListedApp } from '../../../support/builders.ts';
import { afterSightings, at, MINUTE, rowsOf } from '../../../support/memory-builders.ts';

const ref = { server: 'prod', namespace: 'argocd', name: 'shop' };
const healthy = { status: 'Healthy' };
const calm = aListedApp({ ref, identity: 'i1', sync: { status: 'Synced', revisions: [] }, health: healthy });
const drifting = aListedApp({ ref, identity: 'i1', sync: { status: 'OutOfSync', revisions: [] }, health: healthy });
const seen = (part: Partial<SeenApp> = {}, times = 2): readonly AppRow[] =>
  rowsOf(
    afterSightings(
      ...Array.from({ length: times }, () => ({ ref, look: { identity: 'i1', probe: 'p', at: at(0) }, ...part })),
    ),
  );

function kindOf(
  listed: readonly ListedApp[],
  rows: readonly AppRow[],
  part: Partial<Parameters<typeof planScan>[0]> = {},
): string {
  const plan: ScanPlan = planScan({
    listed,
    rows,
    cadence: { ...USUAL_CADENCE, now: new Date(at(1)) },
    isFull: false,
    frozenOf: () => undefined,
    ...part,
  });
  return (['look', 'probe', 'note', 'gone'] as const).filter((kind) => plan[kind].length > 0).join(' ');
}

describe('what a scan does with an app', () => {
  it.each<[string, readonly ListedApp[], readonly AppRow[], string]>([
    ['never seen, and calm', [calm], [], 'note'],
    ['never seen, and drifting', [drifting], [], 'look'],
    ['as before, drifting', [drifting], seen(), 'probe'],
    ['as before, calm', [calm], seen({ sync: 'Synced', found: { findings: [], runbook: [], gaps: [] } }), ''],
    ['drifted, and calm now', [calm], seen(), 'note'],
    ['seen once only', [calm], seen({ sync: 'Synced' }, 1), 'note'],
    ['changed', [{ ...drifting, identity: 'i2' }], seen(), 'look'],
    ['not seen last time because the look failed', [drifting], seen({ found: { notObserved: 'it hung' } }), 'look'],
    ['listed no more', [], seen(), 'gone'],
  ])('%s', (_, listed, rows, expected) => {
    expect(kindOf(listed, rows)).toBe(expected);
  });

  it('looks at all that is worth it when asked for everything', () => {
    expect(kindOf([drifting], seen(), { isFull: true })).toBe('look');
  });

  it('notes that the verdict stands still, or moves again', () => {
    const rows = seen({ sync: 'Synced', found: { findings: [], runbook: [], gaps: [] } });
    expect(kindOf([calm], rows, { frozenOf: () => ({ reason: 'skip-reconcile', says: '' }) })).toBe('note');
  });

  it('notes the end of a health clock that only time brings', () => {
    const recovering = rowsOf(
      afterSightings(
        { ref, sync: 'Synced', health: 'Degraded', at: at(0), found: { findings: [], runbook: [], gaps: [] } },
        {
          ref,
          sync: 'Synced',
          health: 'Healthy',
          at: at(1),
          look: { identity: 'i1', probe: '', at: at(1) },
          found: { findings: [], runbook: [], gaps: [] },
        },
      ),
    );
    expect(kindOf([calm], recovering)).toBe('note');
  });

  it('looks at calm apps from time to time where ghosts are swept for', () => {
    const rows = seen({ sync: 'Synced', found: { findings: [], runbook: [], gaps: [] } });
    const cadence = (minutes: number) => ({ ...USUAL_CADENCE, now: new Date(at(minutes)), sweepsSynced: true });
    expect(kindOf([calm], rows, { cadence: cadence(1) })).toBe('');
    expect(kindOf([calm], rows, { cadence: cadence(61) })).toBe('look');
    expect(kindOf([calm], [], { cadence: cadence(1) })).toBe('look');
  });
});

describe('a verdict that stands still', () => {
  const input = {
    now: new Date(at(120)),
    staleAfterMs: 60 * MINUTE,
    failedClusters: new Map([['https://eu', 'refused']]),
  };

  it.each<[string, Partial<ListedApp>, string | undefined]>([
    ['skip-reconcile', { annotations: { 'argocd.argoproj.io/skip-reconcile': 'true' } }, 'skip-reconcile'],
    ['a cluster that Argo CD cannot reach', { destination: { server: 'https://eu' } }, 'cluster-connection'],
    ['no comparison for long', { reconciledAt: at(59) }, 'stale-reconcile'],
    ['a comparison just now', { reconciledAt: at(119) }, undefined],
    ['a list that does not say', {}, undefined],
  ])('%s', (_, part, reason) => {
    expect(frozenVerdictOf(aListedApp(part), input)?.reason).toBe(reason);
  });
});
