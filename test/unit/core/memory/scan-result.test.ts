import { describe, expect, it } from 'vitest';
import { classify } from '../../../../src/core/classify/classify.ts';
import type { Observation } from '../../../../src/core/facts/observation.ts';
import type { AppRecord } from '../../../../src/core/memory/app-record.ts';
import { inspectedRecord, scanDocument, scanResult } from '../../../../src/core/memory/scan-result.ts';
import { byUrgency } from '../../../../src/core/model/not-healthy.ts';
import { runbookFor } from '../../../../src/core/scan/runbook.ts';
import { notHealthyOf } from '../../../../src/core/scan/seen-app.ts';
import {
  aManifest,
  anObservation,
  byArgoCd,
  OLDER_REVISION,
  type SubjectSpec,
  writtenBy,
} from '../../../support/builders.ts';
import { aRecord } from '../../../support/stored.ts';

function observed(name: string, spec: SubjectSpec = {}): Observation {
  return anObservation({ ...spec, app: { ref: { server: 'prod', namespace: 'argocd', name }, ...spec.app } });
}

const SCANNED_AT = '2026-04-01T00:00:00Z';

function scanned(observation: Observation): AppRecord {
  return inspectedRecord(observation, classify(observation), SCANNED_AT);
}

const edited: SubjectSpec = {
  target: aManifest({ spec: { replicas: 1 } }),
  live: writtenBy(aManifest({ spec: { replicas: 3 } }), byArgoCd(), {
    manager: 'kubectl-edit',
    owns: { 'f:spec': { 'f:replicas': {} } },
  }),
};
const crashing = {
  pods: [{ name: 'web-0', reason: 'CrashLoopBackOff', restarts: 1154 }],
  logLines: ['starting', 'level=fatal msg="Not Found"'],
  notHealthySince: { at: '2026-03-01T00:00:00Z', atLeast: true },
};

describe('the summary of a scan', () => {
  const result = scanResult(
    [
      scanned(observed('edited', edited)),
      scanned(
        observed('broken', {
          app: { sync: { status: 'Synced', revisions: ['r'] }, health: { status: 'Progressing' } },
          resource: { status: 'Synced' },
          runtime: crashing,
        }),
      ),
      aRecord({ notObserved: 'it did not answer within 60 s', findings: [] }),
      aRecord({ name: 'calm', sync: 'Synced', findings: [] }),
    ],
    { instance: 'prod', now: SCANNED_AT },
  );

  it('counts every app, also the one that could not be looked at', () => {
    expect(result).toMatchObject({
      apps: 4,
      outOfSync: 2,
      notObserved: [{ app: 'checkout', says: 'it did not answer within 60 s' }],
    });
    expect(scanDocument(result).notObserved).toEqual([{ app: 'checkout', reason: 'it did not answer within 60 s' }]);
  });

  it('is the documented document', () => {
    const document = scanDocument(result);
    expect(Object.keys(document)).toEqual([
      'scannedAt',
      'apps',
      'outOfSync',
      'notHealthy',
      'patterns',
      'findings',
      'notObserved',
      'notices',
    ]);
    expect(document.notHealthy).toEqual([
      {
        app: 'broken',
        status: 'Progressing',
        since: '2026-03-01T00:00:00Z',
        atLeast: true,
        cause: { reason: 'CrashLoopBackOff', restarts: 1154, log: 'level=fatal msg="Not Found"', event: '' },
      },
    ]);
    expect(Object.keys(document.patterns[0] ?? {})).toEqual([
      'id',
      'class',
      'letter',
      'cause',
      'apps',
      'resources',
      'fix',
    ]);
    expect(document.findings.find(({ app }) => app === 'edited')).toMatchObject({
      class: 'manual-change',
      resource: { kind: 'Deployment', name: 'checkout' },
      paths: ['/spec/replicas'],
    });
  });
});

describe('not healthy', () => {
  const entry = (name: string, runtime: Observation['runtime']) =>
    notHealthyOf(observed(name, { app: { health: { status: 'Progressing' } }, runtime }));

  it('puts crash evidence first, then the oldest', () => {
    const entries = [
      entry('young', { notHealthySince: { at: '2026-03-20T00:00:00Z', atLeast: false } }),
      entry('old', { notHealthySince: { at: '2026-01-01T00:00:00Z', atLeast: false } }),
      entry('crashing', crashing),
    ].flatMap((one) => one ?? []);
    expect(entries.toSorted(byUrgency).map(({ app }) => app)).toEqual(['crashing', 'old', 'young']);
  });

  it('is nothing for a Healthy app', () => {
    expect(notHealthyOf(observed('fine'))).toBeUndefined();
  });
});

describe('the on-call checklist', () => {
  const answers = (spec: SubjectSpec) => {
    const observation = observed('checkout', spec);
    return new Map(
      runbookFor(observation.app, classify(observation)).map(({ question, answer }) => [question, answer]),
    );
  };

  it('names the person’s edit and says that Git is not ahead', () => {
    const asked = answers(edited);
    expect(asked.get('Did someone mutate live state?')).toBe('yes: Deployment/checkout, kubectl-edit');
    expect(asked.get('Is Git ahead of the live cluster?')).toMatch(/^no/);
  });

  it('says whether a sync window blocks automated sync', () => {
    const blocked = 'Is automated sync disabled or blocked?';
    const night = { kind: 'deny', schedule: '0 22 * * *', duration: '8h', timeZone: 'UTC', manualSync: true } as const;
    const nextOpening = { at: '2026-04-12T06:00:00.000Z', local: '2026-04-12 06:00', timeZone: 'UTC' };
    const closed = { canSync: true, active: [night], assigned: [night], nextOpening };
    expect(answers({ ...edited, app: { windows: closed } }).get(blocked)).toBe(
      'a sync window blocks automated sync, not a sync by hand: deny 0 22 * * * for 8h (UTC); next opening 2026-04-12 06:00 UTC',
    );
    expect(answers({ ...edited, app: { windows: { ...closed, active: [] } } }).get(blocked)).toMatch(/^no: /);
    expect(answers(edited).get(blocked)).toBe('nothing that was observed blocks it');
  });

  it('says of a Synced app whether anybody looked past Argo CD', () => {
    const { app } = observed('checkout', { app: { sync: { status: 'Synced', revisions: [] } } });
    const said = (sweptWorkloads?: number) =>
      runbookFor(app, [], sweptWorkloads === undefined ? {} : { sweptWorkloads })[0]?.answer;
    expect(said()).toMatch(/^unknown: .*scan\.ghostSweep/);
    expect(said(3)).toMatch(/^no: .*3 read/);
  });

  it('says when Git is ahead and sync is manual', () => {
    const asked = answers({
      ...edited,
      app: {
        autoSync: { enabled: false, prune: false, selfHeal: false },
        sync: { status: 'OutOfSync', revisions: [OLDER_REVISION] },
      },
    });
    expect(asked.get('Is Git ahead of the live cluster?')).toMatch(/^yes: compared with/);
    expect(asked.get('Was sync expected to be automated?')).toBe('no: automated sync is off');
  });

  it('answers health only where it is asked, and of a quiet app only what Argo CD cannot see', () => {
    const quiet = answers({ app: { sync: { status: 'Synced', revisions: [] } }, resource: { status: 'Synced' } });
    expect([...quiet.keys()]).toEqual(['Did someone mutate live state?']);
    const asked = answers({
      app: { sync: { status: 'Synced', revisions: [] }, health: { status: 'Progressing' } },
      resource: { status: 'Synced' },
      runtime: crashing,
    });
    expect(asked.get('What is underneath?')).toContain('1154 restarts');
  });
});
