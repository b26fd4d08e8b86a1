import { gitIsAhead } from '../../../../../src/core/drift/rules/git-is-ahead.ts';
import {
  aManifest,
  anOperation,
  aSubject,
  byArgoCd,
  OLDER_REVISION,
  REVISION,
  type SubjectSpec,
  writtenBy,
} from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const path = '/spec/template/spec/containers/0/image';
const running = (tag: string, fields = {}) =>
  aManifest({ spec: { ...fields, template: { spec: { containers: [{ name: 'web', image: `web:${tag}` }] } } } });
const target = running('2.0');
const live = writtenBy(running('1.9'), byArgoCd());
const notSynced = { operation: anOperation({ revisions: [OLDER_REVISION] }) };
const byHand = { enabled: false, prune: false, selfHeal: false };
const unknownRevision = { status: 'OutOfSync', revisions: [] };
const night = {
  kind: 'deny',
  schedule: '0 22 * * *',
  duration: '8h',
  timeZone: 'Europe/Berlin',
  manualSync: false,
} as const;
const closed = {
  canSync: false,
  active: [night],
  assigned: [night],
  nextOpening: { at: '2026-04-12T04:00:00.000Z', local: '2026-04-12 06:00', timeZone: 'Europe/Berlin' },
};

const neverSynced = (spec: SubjectSpec) => {
  const subject = aSubject(spec);
  const { operation: _, ...app } = subject.app;
  return { ...subject, app };
};

testRule(gitIsAhead, {
  claims: [
    {
      when: 'an earlier look saw the field differ, but Git says something else now',
      subject: aSubject({ target, live, app: notSynced, facts: { earlierChanges: [{ path, desired: 'web:1.8' }] } }),
      paths: [path],
      fixes: ['sync'],
    },
    {
      when: 'the compared revision is newer than the synced one',
      subject: aSubject({ target, live, app: notSynced }),
      paths: [path],
      fixes: ['sync'],
      confidence: 'certain',
    },
    {
      when: 'a sync window keeps everybody from syncing it',
      subject: aSubject({ target, live, app: { ...notSynced, windows: closed } }),
      paths: [path],
      fixes: ['sync'],
      says: /blocks every sync: deny 0 22 \* \* \* for 8h \(Europe\/Berlin\); next opening 2026-04-12 06:00 Europe\/Berlin\nsync .*; the sync window opens 2026-04-12 06:00 Europe\/Berlin/,
    },
    {
      when: 'a sync window keeps Argo CD from syncing it, and lets people',
      subject: aSubject({ target, live, app: { ...notSynced, windows: { ...closed, canSync: true } } }),
      paths: [path],
      fixes: ['sync'],
      says: /blocks automated sync, not a sync by hand: .*\nsync \S+ from Git$/,
    },
    {
      when: 'a closed window lets people sync and nothing else would',
      subject: aSubject({
        target,
        live,
        app: { ...notSynced, autoSync: byHand, windows: { ...closed, canSync: true } },
      }),
      paths: [path],
      fixes: ['sync'],
      says: /^(?![\s\S]*window)/,
    },
    {
      when: 'only the second of two sources moved',
      subject: aSubject({
        target,
        live,
        app: {
          sync: { status: 'OutOfSync', revisions: ['4.2.0', REVISION] },
          operation: anOperation({ revisions: ['4.2.0', OLDER_REVISION] }),
        },
      }),
      paths: [path],
      fixes: ['sync'],
      confidence: 'certain',
    },
    {
      when: 'nothing was ever synced',
      subject: neverSynced({ target, live: running('1.9') }),
      paths: [path],
      fixes: ['sync'],
      confidence: 'likely',
    },
    {
      when: 'the operation waits for another resource',
      subject: aSubject({
        target,
        live,
        app: {
          operation: anOperation({ phase: 'Running', message: 'waiting for healthy state of apps/StatefulSet/db' }),
        },
      }),
      paths: [path],
      fixes: ['sync'],
      confidence: 'likely',
    },
    {
      when: 'automated sync is off, the revisions are unknown and live holds what Argo CD once wrote',
      subject: aSubject({ target, live, app: { autoSync: byHand, sync: unknownRevision } }),
      paths: [path],
      fixes: ['sync'],
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'the same was seen when Git stood at another revision: a commit elsewhere in the repository moved it',
      subject: aSubject({ target, live, app: notSynced, facts: { earlierChanges: [{ path, desired: 'web:2.0' }] } }),
    },
    {
      when: 'the last sync applied the very same value: another app’s commit moved the revision',
      subject: aSubject({
        target,
        live: aManifest({
          metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(target) } },
          spec: running('1.9').spec,
        }),
        app: notSynced,
      }),
    },
    { when: 'this very revision was synced and automated sync is on', subject: aSubject({ target, live }) },
    {
      when: 'a controller holds the field against the newer revision',
      subject: aSubject({
        target: running('2.0', { replicas: 2 }),
        live: writtenBy(running('2.0', { replicas: 6 }), byArgoCd(), {
          manager: 'scaler',
          owns: { 'f:spec': { 'f:replicas': {} } },
        }),
        app: notSynced,
      }),
    },
    {
      when: 'automated sync is off, the revisions are unknown and nobody knows who wrote the value',
      subject: aSubject({ target, live: running('1.9'), app: { autoSync: byHand, sync: unknownRevision } }),
    },
    { when: 'the object is not in the cluster', subject: aSubject({ target, live: null, app: notSynced }) },
    { when: 'the object is not in Git', subject: aSubject({ target: null, live, app: notSynced }) },
  ],
});
