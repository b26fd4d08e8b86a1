import { describe, expect, it } from 'vitest';
import type { DriftClass } from '../../../../../src/core/model/drift-class.ts';
import type { Finding } from '../../../../../src/core/model/finding.ts';
import { directionOf, type FixKind } from '../../../../../src/core/model/fix.ts';
import { wishesFor } from '../../../../../src/core/remedy/plan/wishes.ts';
import { anApp, anOperation } from '../../../../support/builders.ts';
import { refTo } from '../builders.ts';

const now = new Date('2026-01-05T10:00:00Z');

function aFinding(text: string, driftClass: DriftClass, fixes: readonly FixKind[], cause = ''): Finding {
  return {
    id: text,
    app: anApp().ref,
    resource: refTo(text),
    driftClass,
    severity: 'info',
    confidence: 'certain',
    rules: [],
    changes: [],
    paths: [],
    owner: '',
    evidence: [],
    fixes: fixes.map((kind) => ({
      kind,
      direction: directionOf(kind),
      detail: '',
      paths: [],
      closes: null,
      hides: '',
    })),
    ownership: [],
    shape: '',
    pattern: '',
    cause,
  };
}

const wished = (...findings: readonly Finding[]) =>
  wishesFor(findings, anApp(), now).wishes.map(({ kind, findings: settled }) =>
    [kind, ...settled.map(({ id }) => id)].join(' '),
  );

describe('which plans to attempt', () => {
  it.each<[string, Finding, readonly string[]]>([
    ['a leftover', aFinding('ConfigMap/a', 'zombie', ['delete']), ['delete ConfigMap/a']],
    [
      'a leftover in use, to name its users',
      aFinding('ConfigMap/a', 'zombie', ['ignore-narrow']),
      ['delete ConfigMap/a'],
    ],
    ['a finished hook', aFinding('Job/a', 'hook', ['hook-delete-policy', 'delete']), ['delete Job/a']],
    ['a hook that has to stay', aFinding('Job/a', 'hook', ['hook-delete-policy']), []],
    ['an object to adopt', aFinding('ConfigMap/a', 'untracked', ['adopt', 'sync']), ['adopt ConfigMap/a']],
    ['a CRD that is only ignored', aFinding('CustomResourceDefinition/a', 'untracked', ['ignore-narrow', 'sync']), []],
    ['an edit', aFinding('Deployment/a', 'manual-change', ['revert-live']), ['revert Deployment/a']],
    ['an edit of a Secret', aFinding('Secret/a', 'manual-change', ['revert-live']), ['sync Secret/a']],
    ['what waits', aFinding('Deployment/a', 'pending', ['sync']), ['sync Deployment/a']],
    ['what is missing', aFinding('Deployment/a', 'missing', ['sync']), ['sync Deployment/a']],
    ['two owners', aFinding('Namespace/a', 'shared', ['dedupe-owner']), ['annotate Namespace/a']],
    ['an illness', aFinding('Deployment/a', 'degraded', ['inspect-logs']), ['restart Deployment/a', 'rollback']],
    ['a crash loop', aFinding('Deployment/a', 'degraded', ['inspect-logs'], 'CrashLoopBackOff'), ['rollback']],
    ['an illness that Git holds', aFinding('Deployment/a', 'degraded', ['fix-manifest']), []],
    ['an ill claim', aFinding('PersistentVolumeClaim/a', 'degraded', ['inspect-logs']), ['rollback']],
    ['a default', aFinding('Widget/a', 'schema-default', ['pin-in-git']), []],
  ])('for %s', (_what, finding, wishes) => {
    expect(wished(finding)).toEqual(wishes);
  });

  it('one per kind, and a stuck operation first', () => {
    const operation = anOperation({ phase: 'Running', startedAt: '2026-01-05T09:00:00Z' });
    const findings = ['ConfigMap/a', 'ConfigMap/b'].map((text) => aFinding(text, 'zombie', ['delete']));
    expect(wishesFor(findings, anApp({ operation }), now).wishes).toEqual([
      { kind: 'terminate', findings: [] },
      { kind: 'delete', findings },
    ]);
  });

  it('and what belongs in Git is said', () => {
    const findings = [
      aFinding('Widget/a', 'schema-default', ['pin-in-git']),
      aFinding('Widget/b', 'schema-default', ['pin-in-git']),
      aFinding('Widget/c', 'explicit-default', ['drop-from-git']),
      aFinding('Widget/d', 'mutated', ['ignore-narrow']),
      aFinding('ConfigMap/a', 'zombie', ['delete']),
    ];
    expect(wishesFor(findings, anApp(), now).notes).toEqual([
      '3 findings are fixed in Git: pin it in Git (2); drop it from Git (1)',
      '1 finding is fixed in Git by comparing less: keep it and stop comparing it',
    ]);
  });
});
