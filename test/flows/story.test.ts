import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanResult } from '../../src/core/memory/scan-result.ts';
import type { ConnectedInstance } from '../../src/flows/connected-instance.ts';
import { makeCheckInstance } from '../../src/flows/doctor/check-instance.ts';
import { makeListFleet } from '../../src/flows/scan/list-fleet.ts';
import { type ConnectedWorld, clock, startConnectedWorld } from '../support/story-world.ts';

/* The story's cluster, seen through the adapters that ship: simulated Argo CD and Kubernetes over HTTP. */

let story: ConnectedWorld;
let instance: ConnectedInstance;
let result: ScanResult;

beforeAll(async () => {
  story = await startConnectedWorld();
  instance = await story.connect();
  result = await story.scan(instance);
});

afterAll(() => story?.close());

function patternsOf(driftClass: string): readonly string[] {
  return result.patterns
    .filter((pattern) => pattern.driftClass === driftClass)
    .map(
      ({ kind, apps, resources, fix }) =>
        `${kind.split('/').at(-1)}: ${resources} in ${apps}, ${fix?.kind}${fix?.closes ? ` ${fix.closes.closed}/${fix.closes.of}` : ''}`,
    )
    .toSorted();
}

function appsWith(driftClass: string): readonly string[] {
  return [
    ...new Set(result.findings.filter((finding) => finding.driftClass === driftClass).map(({ app }) => app.name)),
  ].toSorted();
}

describe('the story', () => {
  it('has 20 of 52 OutOfSync, and everything was looked at', () => {
    expect(result).toMatchObject({ apps: 52, outOfSync: 20, notObserved: [] });
  });

  it('puts the hidden crash loop first, with its restarts, age and fatal line', () => {
    expect(result.notHealthy.map(({ app }) => app)).toEqual([
      'argo-rollouts',
      'gitea',
      'sympozium',
      'vcluster-experiments',
    ]);
    const [first] = result.notHealthy;
    expect(first).toMatchObject({ status: 'Progressing', cause: { reason: 'CrashLoopBackOff', restarts: 1154 } });
    expect(first?.cause.log).toMatch(/level=fatal msg="Failed to download plugins/);
    const days = (clock.now().getTime() - Date.parse(first?.since ?? '')) / 86_400_000;
    expect(Math.round(days)).toBe(21);
  });

  it('is listed alike by Kubernetes, page by page, and by Argo CD', async () => {
    const [paged, listed] = await Promise.all([
      makeListFleet(instance)(),
      makeListFleet({ argocd: instance.argocd })(),
    ]);
    expect(paged.listed.every(({ reconciledAt }) => reconciledAt !== undefined)).toBe(true);
    expect(listed.listed.every(({ reconciledAt }) => reconciledAt === undefined)).toBe(true);
    const [one, other] = [paged, listed].map((fleet) =>
      fleet.listed.map(({ ref, project, labels, sync, health, autoSync, destination, drifting }) => ({
        ...{ ref, project, labels, autoSync, destination, drifting, sync: sync.status, health: health.status },
      })),
    );
    expect(one).toEqual(other);
    expect(paged.shared).toEqual(listed.shared);
  });

  it('A: 16 ExternalSecrets in 10 apps, 64 differences, pinned by one fix', () => {
    expect(patternsOf('schema-default')).toEqual([
      'ExternalSecret: 16 in 10, pin-in-git 64/64',
      'PersonaPack: 3 in 1, pin-in-git 12/12',
      'StatefulSet: 1 in 1, pin-in-git 3/3',
    ]);
  });

  it('B: 12 Applications under root, and the PodDisruptionBudget', () => {
    expect(patternsOf('explicit-default')).toEqual([
      'Application: 12 in 1, drop-from-git 16/16',
      'PodDisruptionBudget: 1 in 1, drop-from-git 1/1',
    ]);
  });

  it('C: 12 CRDs in 3 apps', () => {
    expect(patternsOf('untracked')).toEqual(['CustomResourceDefinition: 12 in 3, ignore-narrow 36/36']);
  });

  it('D: 17 objects of disabled sub-charts in 2 apps, each offered for deletion', () => {
    const zombies = result.findings.filter(({ driftClass }) => driftClass === 'zombie');
    expect([zombies.length, appsWith('zombie'), new Set(zombies.map(({ fixes }) => fixes[0]?.kind))]).toEqual([
      17,
      ['gitea', 'infisical'],
      new Set(['delete']),
    ]);
  });

  it('E, F and G: each app in its class', () => {
    expect(appsWith('shared')).toEqual(['sympozium']);
    expect(appsWith('hook')).toEqual(['argocd', 'tekton-extras', 'vk-remote']);
    expect([...appsWith('nondeterministic'), ...appsWith('mutated')].toSorted()).toEqual([
      'gpu-operator',
      'infisical',
      'vcluster-experiments',
      'victoria-metrics',
    ]);
  });

  it('names the two residual apps and no other', () => {
    expect(appsWith('residual')).toEqual(['tekton-extras', 'vcluster-experiments']);
  });

  it('calls nothing a person’s edit or a failure', () => {
    for (const driftClass of [
      'manual-change',
      'source-failure',
      'render-failure',
      'diff-failure',
      'sync-failure',
      'pending',
      'missing',
    ])
      expect(appsWith(driftClass)).toEqual([]);
  });

  it('passes the doctor', async () => {
    const checks = await makeCheckInstance({ clock, remediationOf: () => undefined })(instance);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.length).toBeGreaterThan(12);
  });
});

describe('without access to the cluster', () => {
  it('still explains what Argo CD alone can show, and says what could not be looked at', async () => {
    const blind = await story.connect({ blind: true });
    const seen = await story.scan(blind, {
      includes: ({ ref }) => ['gitea', 'argo-rollouts', 'litellm'].includes(ref.name),
    });
    expect(seen.notHealthy[0]).toMatchObject({ app: 'argo-rollouts', cause: { restarts: 1154 } });
    expect(seen.notHealthy[0]?.cause.log).toMatch(/Failed to download plugins/);
    const notes = seen.findings.flatMap(({ evidence }) => evidence.filter(({ source }) => source === 'not-observed'));
    expect(notes.map(({ says }) => says)).toContain(
      'couldn’t check: no access to the destination cluster https://kubernetes.default.svc is configured',
    );
    expect(seen.findings.some(({ driftClass }) => driftClass === 'manual-change')).toBe(false);
  });
});
