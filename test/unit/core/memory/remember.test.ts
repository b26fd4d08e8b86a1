import { describe, expect, it } from 'vitest';
import { remember } from '../../../../src/core/memory/remember.ts';
import { aFinding, afterSightings, aSighting, at, MINUTE } from '../../../support/memory-builders.ts';

const nothing = { findings: [], runbook: [], gaps: [] };

describe('remember', () => {
  it('opens a finding with its own clock', () => {
    const { record, movements } = remember(undefined, aSighting(), MINUTE);
    expect(record.findings[0]).toMatchObject({ firstSeen: at(0), lastSeen: at(0), looks: 1 });
    expect(record.outOfSyncSince).toBe(at(0));
    expect(movements).toMatchObject([
      { type: 'opened', app: 'argocd/shop', finding: { driftClass: 'schema-default' } },
    ]);
  });

  it('keeps the first sight and counts looks while it persists, and says nothing', () => {
    const before = afterSightings({});
    const { record, movements } = remember(before, aSighting({ at: at(5) }), MINUTE);
    expect(record.findings[0]).toMatchObject({ firstSeen: at(0), lastSeen: at(5), looks: 2 });
    expect(movements).toEqual([]);
  });

  it('counts a look that found nothing moved as seeing the same again', () => {
    const { record } = remember(afterSightings({}), aSighting({ at: at(5), found: 'same' }), MINUTE);
    expect(record.findings[0]).toMatchObject({ firstSeen: at(0), lastSeen: at(5), looks: 2 });
  });

  it('calls one path more grown, never resolved and new', () => {
    const grown = aFinding({
      paths: ['/spec/data/0/remoteRef/conversionStrategy', '/spec/target/deletionPolicy'],
      shape: 'other',
    });
    const { movements } = remember(
      afterSightings({}),
      aSighting({ at: at(5), found: { ...nothing, findings: [grown] } }),
      MINUTE,
    );
    expect(movements.map(({ type }) => type)).toEqual(['grew']);
  });

  it('resolves with proof when the app is Synced with a revision', () => {
    const fixed = aSighting({ at: at(5), sync: 'Synced', revisions: ['def456'], found: nothing });
    const { record, movements } = remember(afterSightings({}), fixed, MINUTE, at(3));
    expect(record.outOfSyncSince).toBeUndefined();
    expect(movements).toMatchObject([{ type: 'resolved', proof: { revision: 'def456', secondsAfter: 120 } }]);
  });

  it('does not credit a commit that was there before', () => {
    const before = afterSightings({});
    const { revisions } = before;
    const fixed = aSighting({ at: at(5), sync: 'Synced', revisions, found: nothing });
    const [movement] = remember(before, fixed, MINUTE, at(-60)).movements;
    expect(movement).toMatchObject({ type: 'resolved', proof: { revision: revisions[0] } });
    expect(movement).not.toHaveProperty('proof.secondsAfter');
  });

  it('proves nothing when the finding is gone but the app is not Synced', () => {
    const { movements } = remember(
      afterSightings({}),
      aSighting({ at: at(5), sync: 'Unknown', found: nothing }),
      MINUTE,
    );
    expect(movements).toMatchObject([{ type: 'resolved' }]);
    expect(movements[0]).not.toHaveProperty('proof');
  });

  it('keeps what was known when the look failed, and says why', () => {
    const { record, movements } = remember(
      afterSightings({}),
      aSighting({ at: at(5), found: { notObserved: 'it did not answer' } }),
      MINUTE,
    );
    expect(record.findings).toMatchObject([{ firstSeen: at(0), looks: 1 }]);
    expect(record.notObserved).toBe('it did not answer');
    expect(movements).toEqual([]);
  });

  it('keeps what was found in resources when Argo CD did not say what it compares', () => {
    const { record, movements } = remember(
      afterSightings({}),
      aSighting({ at: at(5), found: { ...nothing, gaps: ['what Argo CD compares: 500'], isPartial: true } }),
      MINUTE,
    );
    expect(record.findings).toMatchObject([{ firstSeen: at(0), looks: 1 }]);
    expect(record.notObserved).toBe('what Argo CD compares: 500');
    expect(movements).toEqual([]);
  });

  it('tells how long the app had been in the state it left, and why', () => {
    const cause = { reason: 'CrashLoopBackOff', restarts: 3, log: 'fatal: no route', event: '' };
    const progressing = {
      health: 'Progressing',
      found: { ...nothing, notHealthy: { app: 'shop', status: 'Progressing', since: '', atLeast: true, cause } },
    };
    const before = afterSightings({ ...progressing }, { ...progressing, at: at(30) });
    const { movements } = remember(
      before,
      aSighting({
        at: at(90),
        health: 'Degraded',
        found: { ...nothing, notHealthy: { app: 'shop', status: 'Degraded', since: '', atLeast: true, cause } },
      }),
      MINUTE,
    );
    expect(movements).toMatchObject([
      { type: 'health', from: 'Progressing', to: 'Degraded', lastedMs: 90 * MINUTE, log: 'fatal: no route' },
    ]);
  });

  it('tells the same movement twice under the same id', () => {
    const [one] = remember(undefined, aSighting(), MINUTE).movements;
    const [again] = remember(undefined, aSighting(), MINUTE).movements;
    expect(one?.id).toBe(again?.id);
  });
});
