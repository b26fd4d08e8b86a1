import { describe, expect, it } from 'vitest';
import { renderOverview } from '../../../src/cli/render/overview-text.ts';
import { table } from '../../../src/cli/render/table.ts';
import { classify } from '../../../src/core/classify/classify.ts';
import { compileSchema } from '../../../src/core/kubernetes/schema.ts';
import { inspectedRecord, scanResult } from '../../../src/core/memory/scan-result.ts';
import { aManifest, anObservation, aRef, byArgoCd, writtenBy } from '../../support/builders.ts';
import { aRecord } from '../../support/stored.ts';

const now = new Date('2026-04-22T12:00:41Z');
const ref = aRef({ group: 'external-secrets.io', kind: 'ExternalSecret', name: 'db' });
const plainly = (_: unknown, text: string): string => text;

describe('the overview', () => {
  it('reads hidden failures first, then a line per pattern with its proven fix', () => {
    const schema = compileSchema({ properties: { spec: { properties: { policy: { default: 'Retain' } } } } });
    const apps = ['a', 'b'].map((name) =>
      anObservation({
        ref,
        app: { ref: { server: 'prod', namespace: 'argocd', name }, syncOptions: ['ServerSideApply=true'] },
        facts: { schema },
        target: aManifest({ spec: { x: 1 } }, ref),
        live: writtenBy(
          aManifest({ spec: { x: 1, policy: 'Retain' } }, ref),
          byArgoCd({ 'f:spec': { 'f:x': {} } }, 'Apply'),
        ),
      }),
    );
    const broken = anObservation({
      app: {
        ref: { server: 'prod', namespace: 'argocd', name: 'argo-rollouts' },
        sync: { status: 'Synced', revisions: [] },
        health: { status: 'Progressing' },
      },
      resource: { status: 'Synced' },
      runtime: {
        pods: [{ name: 'p', reason: 'CrashLoopBackOff', restarts: 1154 }],
        logLines: ['level=fatal msg="Failed to download plugins"'],
        notHealthySince: { at: '2026-04-01T12:00:00Z', atLeast: true },
      },
    });
    const at = '2026-04-22T12:00:00Z';
    const result = scanResult(
      [...apps, broken].map((observation) => inspectedRecord(observation, classify(observation), at)),
      { instance: 'prod', now: at },
    );
    expect(renderOverview('prod', result, now, plainly).split('\n')).toEqual([
      'Drift · prod (3 apps) · scanned 41 s ago',
      '2 OutOfSync · 1 not Healthy · 2 patterns',
      '● HIDDEN  argo-rollouts  CrashLoopBackOff, 1154 restarts, not Healthy for 21 d at least',
      '           level=fatal msg="Failed to download plugins"',
      '  ·  Not healthy: Progressing for long  argo-rollouts · 1 Deployment  CrashLoopBackOff            inspect-logs',
      '  A  CRD or API default                 2 apps · 2 ExternalSecrets    defaults of the CRD schema  pin-in-git (closes 2 of 2)',
      '',
    ]);
  });

  it('counts in its head the apps that its rows show as not healthy', () => {
    const at = '2026-04-22T12:00:00Z';
    const broken = anObservation({ resource: { health: { status: 'Degraded', message: 'no leader' } } });
    const result = scanResult([inspectedRecord(broken, classify(broken), at)], { instance: 'prod', now: at });
    expect(broken.app.health.status).toBe('Healthy');
    expect(renderOverview('prod', result, now, plainly)).toMatch(/· 1 not Healthy ·[\s\S]*Not healthy: Degraded/);
  });

  it('names warnings, a deletion and a status that is stale', () => {
    const taken = { instance: 'prod', now: now.toISOString() };
    const warned = aRecord({ notices: ['it is being deleted since 2026-04-20T09:00:00Z; held by x'] });
    expect(renderOverview('prod', scanResult([warned], taken), now, plainly)).toContain(
      'checkout: it is being deleted',
    );
    const stale = aRecord({ frozen: { reason: 'skip-reconcile', says: 'Argo CD does not compare it' } });
    expect(renderOverview('prod', scanResult([stale], taken), now, plainly)).toContain(
      'checkout: Argo CD does not compare',
    );
  });

  it('says when there is nothing to say, and what could not be looked at', () => {
    const taken = { instance: 'prod', now: now.toISOString() };
    expect(renderOverview('prod', scanResult([], taken), now, plainly)).toContain('nothing to report');
    const forbidden = aRecord({ notObserved: 'permission denied' });
    expect(renderOverview('prod', scanResult([forbidden], taken), now, plainly)).toContain(
      'couldn’t check: checkout (permission denied)',
    );
  });
});

describe('small things', () => {
  it('tables count wide characters as wide', () => {
    expect(
      table([
        ['名', 'a'],
        ['xxx', 'b'],
      ]),
    ).toEqual(['名   a', 'xxx  b']);
  });
});
