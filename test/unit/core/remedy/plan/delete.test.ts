import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame } from '../../../../../src/core/model/resource-ref.ts';
import { planDelete } from '../../../../../src/core/remedy/plan/delete.ts';
import { splitPlan } from '../../../../../src/core/remedy/plan/split.ts';
import type { Candidate } from '../../../../../src/core/remedy/plan/usage-proof.ts';
import { aCandidate, aFrame, names, refTo } from '../builders.ts';

const NGINX = 'infisical-ingress-nginx';

/** The eleven leftovers of infisical's disabled sub-charts. */
const infisical = [
  aCandidate('ServiceAccount/redis'),
  aCandidate('ServiceAccount/mongodb'),
  aCandidate(`ServiceAccount/${NGINX}`, [`RoleBinding/${NGINX}`, `ClusterRoleBinding/${NGINX}`]),
  aCandidate('ConfigMap/mongodb-common-scripts'),
  aCandidate(`ConfigMap/${NGINX}-controller`),
  aCandidate('IngressClass/nginx'),
  aCandidate(`ValidatingWebhookConfiguration/${NGINX}-admission`),
  aCandidate(`ClusterRole/${NGINX}`, [`ClusterRoleBinding/${NGINX}`]),
  aCandidate(`ClusterRoleBinding/${NGINX}`),
  aCandidate(`Role/${NGINX}`, [`RoleBinding/${NGINX}`]),
  aCandidate(`RoleBinding/${NGINX}`),
];
const zombies = (candidates: readonly Candidate[]) => planDelete(aFrame(), 'delete-zombies', candidates);
const reasonFor = (candidate: Candidate) => zombies([candidate]).excluded.map(({ because }) => because)[0];

describe('a plan that deletes leftovers', () => {
  it('takes the story’s eleven in the story’s order', () => {
    const { plan, excluded } = zombies(infisical);
    expect(excluded).toEqual([]);
    expect(plan?.tier).toBe(3);
    expect(names(plan?.steps ?? [])).toEqual([
      `RoleBinding/${NGINX}`,
      `Role/${NGINX}`,
      `ClusterRoleBinding/${NGINX}`,
      `ClusterRole/${NGINX}`,
      `ValidatingWebhookConfiguration/${NGINX}-admission`,
      'IngressClass/nginx',
      `ConfigMap/${NGINX}-controller`,
      'ConfigMap/mongodb-common-scripts',
      `ServiceAccount/${NGINX}`,
      'ServiceAccount/mongodb',
      'ServiceAccount/redis',
    ]);
    expect(plan?.blastRadius[0]).toBe('11 objects deleted, one at a time; nothing that stays refers to them');
  });

  it('leaves out the IngressClass that an Ingress started to use, and only that', () => {
    const used = infisical.map((candidate) =>
      candidate.ref.kind === 'IngressClass' ? { ...candidate, referrers: [refTo('Ingress/web')] } : candidate,
    );
    const { plan, excluded } = zombies(used);
    expect(plan?.steps).toHaveLength(10);
    expect(excluded).toEqual([{ target: refTo('IngressClass/nginx'), because: 'still used by Ingress/web in shop' }]);
  });

  it('says how something refers, where that is known, and keeps it out of what is hashed', () => {
    const used = { ...aCandidate('Service/a'), referrers: [{ ...refTo('Widget/a'), how: 'ready endpoints' }] };
    expect(reasonFor(used)).toBe('still used by Widget/a in shop (ready endpoints)');
    const { plan } = zombies([used, aCandidate('Widget/a')]);
    expect(plan?.steps[1]?.usedBy).toEqual([refTo('Widget/a')]);
  });

  it('lets a workload go before the Service that sends it traffic, also where it names that Service', () => {
    const loose = { ...refTo('Service/redis'), how: 'sends traffic to its pods', isLoose: true };
    const set = { ...aCandidate('StatefulSet/redis'), referrers: [loose] };
    const service = aCandidate('Service/redis', ['StatefulSet/redis']);
    const { plan, excluded } = zombies([service, set]);
    expect(excluded).toEqual([]);
    expect(names(plan?.steps ?? [])).toEqual(['StatefulSet/redis', 'Service/redis']);
    expect(plan?.steps.map(({ usedBy }) => usedBy)).toEqual([[], [refTo('StatefulSet/redis')]]);
    expect(reasonFor(set)).toBe('still used by Service/redis in shop (sends traffic to its pods)');
  });

  it('does not take a namesake in another namespace for one of its own', () => {
    const account = { ...aCandidate('ServiceAccount/redis'), referrers: [refTo('RoleBinding/redis', 'elsewhere')] };
    const { plan, excluded } = zombies([account, aCandidate('RoleBinding/redis')]);
    expect(names(plan?.steps ?? [])).toEqual(['RoleBinding/redis']);
    expect(excluded[0]?.because).toBe('still used by RoleBinding/redis in elsewhere');
  });

  it('keeps what is referred to by something that stays, however far', () => {
    const { plan, excluded } = zombies([
      aCandidate('ServiceAccount/a', ['Deployment/a']),
      aCandidate('Deployment/a', ['Widget/a']),
      aCandidate('Widget/a', [], { metadata: { finalizers: ['example.com/hold'] } }),
    ]);
    expect(plan).toBeUndefined();
    expect(names(excluded)).toEqual(['Widget/a', 'Deployment/a', 'ServiceAccount/a']);
  });

  it('keeps what refers to one another', () => {
    const { plan, excluded } = zombies([aCandidate('Widget/a', ['Widget/b']), aCandidate('Widget/b', ['Widget/a'])]);
    expect(plan).toBeUndefined();
    expect(excluded[0]?.because).toMatch(/^no safe order/);
  });

  it.each<[string, Candidate, RegExp]>([
    ['it cannot be read', { ...aCandidate('Secret/a'), live: undefined }, /could not be read/],
    ['it is gone', { ...aCandidate('Secret/a'), live: null }, /gone already/],
    ['references were not checked', { ...aCandidate('Secret/a'), referrers: undefined }, /couldn’t check/],
    [
      'Helm keeps it',
      aCandidate('Secret/a', [], { metadata: { annotations: { 'helm.sh/resource-policy': 'keep' } } }),
      /resource-policy: keep/,
    ],
    ...['Prune=false', 'Delete=false'].map((option): [string, Candidate, RegExp] => [
      option,
      aCandidate('Secret/a', [], { metadata: { annotations: { 'argocd.argoproj.io/sync-options': option } } }),
      new RegExp(option),
    ]),
    [
      'a finalizer',
      aCandidate('Secret/a', [], { metadata: { finalizers: ['example.com/hold'] } }),
      /example.com\/hold/,
    ],
    [
      'an owner',
      aCandidate('Secret/a', [], { metadata: { ownerReferences: [{ kind: 'Widget', name: 'w', uid: 'u' }] } }),
      /Widget\/w owns it/,
    ],
    [
      'a deletion under way',
      aCandidate('Secret/a', [], { metadata: { deletionTimestamp: '2026-01-05T10:00:00Z' } }),
      /being deleted/,
    ],
    ['a Namespace', aCandidate('Namespace/a'), /everything in it/],
    ['an Application', aCandidate('Application/a'), /everything it manages/],
    [
      'a CRD with custom resources',
      aCandidate('CustomResourceDefinition/widgets.example.com', ['Widget/a'], {
        spec: { group: 'example.com', names: { kind: 'Widget' } },
      }),
      /1 custom resource would be deleted/,
    ],
    [
      'claims that go along',
      aCandidate('StatefulSet/db', [], { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } }),
      /volume claims/,
    ],
  ])('excludes with the reason: %s', (_what, candidate, reason) => {
    expect(reasonFor(candidate)).toMatch(reason);
  });

  it('is not stopped by Kubernetes’ own protection of a claim, and says that it cannot be restored', () => {
    const claim = aCandidate('PersistentVolumeClaim/data', [], {
      metadata: { finalizers: ['kubernetes.io/pvc-protection'] },
    });
    const { plan } = zombies([claim]);
    expect(plan?.tier).toBe(3);
    expect(plan?.steps[0]?.undo.how).toBe('none');
    expect(plan?.blastRadius.join()).toMatch(/cannot be restored/);
  });

  it('restores a claim only where its volume is retained', () => {
    const claim = { ...aCandidate('PersistentVolumeClaim/data'), volumeReclaimPolicy: 'Retain' };
    expect(zombies([claim]).plan?.steps[0]?.undo).toMatchObject({
      how: 'recreate',
      note: expect.stringMatching(/claimRef/),
    });
    expect(zombies([{ ...claim, volumeReclaimPolicy: 'Delete' }]).plan?.steps[0]?.undo.how).toBe('none');
  });

  it('binds to a Secret by a keyed digest', () => {
    const digest = (key?: string) =>
      planDelete(aFrame(), 'delete-zombies', [aCandidate('Secret/a'), aCandidate('ConfigMap/a')], key).plan?.steps.map(
        ({ target, guard }) => [target.kind, guard.digest],
      );
    const [config, secret] = digest('key') ?? [];
    expect(digest('other')).toEqual([config, [secret?.[0], expect.not.stringMatching(secret?.[1] ?? '')]]);
    expect(digest('key')).toEqual([config, secret]);
  });

  it.each([
    ['NetworkPolicy/default-deny', /traffic that it blocks is let through/],
    ['ResourceQuota/team', /limit on what its namespace may use is lifted/],
    ['LimitRange/team', /no default requests and limits/],
    ['PodDisruptionBudget/web', /evict all the pods/],
    ['PeerAuthentication/strict', /plain text/],
  ])('deletes %s one tier higher, and says what that opens', (text, effect) => {
    const { plan } = zombies([aCandidate(text)]);
    expect(plan?.tier).toBe(3);
    expect(plan?.blastRadius.join('; ')).toMatch(effect);
  });

  it('takes a binding for ordinary where its accounts go too, and else says who loses rights', () => {
    const subjects = [{ kind: 'ServiceAccount', name: 'a' }];
    const binding = aCandidate('RoleBinding/a', [], { subjects });
    expect(zombies([binding, aCandidate('ServiceAccount/a', ['RoleBinding/a'])]).plan?.tier).toBe(2);
    const { plan } = zombies([binding]);
    expect(plan?.tier).toBe(3);
    expect(plan?.blastRadius).toContain('RoleBinding/a: ServiceAccount/a lose the rights that it grants');
  });

  it('believes the object about its namespace, not Argo CD', () => {
    const role = aCandidate('ClusterRole/a');
    const { plan } = zombies([{ ...role, ref: { ...role.ref, namespace: 'shop' } }]);
    expect(plan?.steps[0]?.target.namespace).toBe('');
    expect(plan?.tier).toBe(3);
  });
});

describe('a plan that deletes hooks', () => {
  const hook = (status: Candidate['live']) =>
    aCandidate('Job/init', [], { metadata: { annotations: { 'argocd.argoproj.io/hook': 'PostSync' } }, status });
  const ended = { conditions: [{ type: 'Complete', status: 'True' }] };

  it('takes a finished one at tier 1 and says that it returns and cannot be restored', () => {
    const { plan } = planDelete(aFrame(), 'delete-hooks', [hook(ended)]);
    expect(plan?.tier).toBe(1);
    expect(plan?.blastRadius).toContain('Job/init is a hook: it comes back with the next sync');
    expect(plan?.steps[0]?.undo).toEqual({ how: 'none', because: 'created again, it would run again' });
  });

  it.each([
    ['one that runs', hook({ active: 1 }), 'the hook has not finished'],
    [
      'one that failed',
      hook({ conditions: [{ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }] }),
      'the hook failed (BackoffLimitExceeded): its pod and log show why, and the next sync replaces it',
    ],
    ['what is no hook', aCandidate('ConfigMap/a'), 'it is no hook'],
  ])('leaves %s', (_what, candidate, because) => {
    expect(planDelete(aFrame(), 'delete-hooks', [candidate])).toEqual({
      plan: undefined,
      excluded: [{ target: candidate.ref, because }],
    });
  });
});

describe('splitting a plan by tier', () => {
  const ids = { lower: 'plan-1a', rest: 'plan-1b' };

  it('splits infisical’s into what one person may approve and the rest, which follows', () => {
    const { plan } = zombies(infisical);
    const split = plan && splitPlan(plan, ids);
    expect(split?.lower.tier).toBe(2);
    expect(names(split?.lower.steps ?? [])).toEqual([
      `RoleBinding/${NGINX}`,
      `Role/${NGINX}`,
      `ConfigMap/${NGINX}-controller`,
      'ConfigMap/mongodb-common-scripts',
      'ServiceAccount/mongodb',
      'ServiceAccount/redis',
    ]);
    expect(split?.rest.tier).toBe(3);
    expect(split?.rest.after).toBe('plan-1a');
    expect(names(split?.rest.steps ?? []).at(-1)).toBe(`ServiceAccount/${NGINX}`);
    expect(split?.lower.blastRadius[0]).toMatch(/^6 objects/);
    expect(split?.lower.hash).not.toBe(split?.rest.hash);
  });

  it('does not split what is of one tier', () => {
    const { plan } = zombies([aCandidate('ConfigMap/a'), aCandidate('ConfigMap/b')]);
    expect(plan && splitPlan(plan, ids)).toBeUndefined();
  });

  it('keeps every step once, and the lower part needs nothing of the rest', () => {
    const kinds = fc.constantFrom('RoleBinding', 'ClusterRole', 'ConfigMap', 'ServiceAccount', 'IngressClass');
    const pairs = fc.uniqueArray(fc.tuple(kinds, fc.constantFrom('a', 'b', 'c')), {
      selector: (pair) => pair.join('/'),
      maxLength: 9,
    });
    fc.assert(
      fc.property(pairs, fc.array(fc.nat({ max: 8 })), (given, links) => {
        const texts = given.map((pair) => pair.join('/'));
        const { plan } = zombies(
          texts.map((text, index) =>
            aCandidate(
              text,
              texts.slice(0, index).filter((_, at) => links[at] === index),
            ),
          ),
        );
        const split = plan && splitPlan(plan, ids);
        if (!plan || !split) return;
        const { lower, rest } = split;
        expect(new Set([...lower.steps, ...rest.steps])).toEqual(new Set(plan.steps));
        expect(lower.tier).toBeLessThan(plan.tier);
        for (const { usedBy } of lower.steps)
          expect(rest.steps.some(({ target }) => usedBy.some((ref) => isSame(ref, target)))).toBe(false);
      }),
    );
  });
});
