import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, makeCluster } from '../../../src/adapters/kubernetes/client.ts';
import { objectAt } from '../../../src/core/model/json.ts';
import type { Offer, Plan } from '../../../src/core/remedy/plan/plan.ts';
import { answerGuard } from '../../../src/core/remedy/run/answer-guard.ts';
import type { ConnectedInstance } from '../../../src/flows/connected-instance.ts';
import { offerOf } from '../../support/offer-site.ts';
import { type RemedyWorld, startRemedyWorld } from '../../support/remedy-world.ts';

/* What is on offer for the story's apps: read, proven, rehearsed and saved; nothing is changed. */

let world: RemedyWorld;
let reader: Cluster;
const DIGEST_KEY = 'key of this test';
const NGINX = 'infisical-ingress-nginx';

beforeAll(async () => {
  world = await startRemedyWorld();
  reader = makeCluster({ name: 'reader', kubeConfig: world.address.readConfig, requestsPerSecond: 1000 });
});
afterAll(async () => {
  await reader?.close();
  await world?.close();
});

async function offerFor(name: string, change: (instance: ConnectedInstance) => ConnectedInstance = (same) => same) {
  const instance = change(world.connect().instance);
  const from = world.writes().length;
  const offer = await offerOf(instance, world.memory, DIGEST_KEY)(name);
  expect(world.writes().slice(from)).toEqual([]);
  expect(await world.memory.plans.offer(offer.id)).toEqual(offer);
  for (const { plan } of offer.plans) expect((await world.memory.plans.find(plan.id))?.plan).toEqual(plan);
  return offer;
}

/** Plans with an account that may read everything but change nothing. */
function asReader(instance: ConnectedInstance): ConnectedInstance {
  if (instance.writing === undefined) throw new TypeError('changes are allowed there');
  return { ...instance, writing: { ...instance.writing, clusterFor: () => reader } };
}

const names = ({ steps }: Plan) => steps.map(({ target }) => `${target.kind}/${target.name}`);
const outline = ({ plans }: Offer) => plans.map(({ plan }) => [plan.kind, plan.tier, plan.steps.length]);
const because = ({ excluded }: Offer) =>
  excluded.map(({ target, because: reason }) => `${target.kind}/${target.name}: ${reason}`);

describe('an offer', () => {
  it('takes infisical’s eleven leftovers in the story’s order, and in two parts', async () => {
    const offer = await offerFor('infisical');
    expect(because(offer)).toEqual([]);
    expect(outline(offer)).toEqual([
      ['delete-zombies', 3, 11],
      ['delete-zombies', 2, 6],
      ['delete-zombies', 3, 5],
    ]);
    const [whole, lower, rest] = offer.plans;
    expect(whole && names(whole.plan)).toEqual([
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
    expect([lower?.partOf, rest?.partOf]).toEqual([whole?.plan.id, whole?.plan.id]);
    expect(rest?.plan.after).toBe(lower?.plan.id);
    expect(whole?.plan).toMatchObject({ instance: 'prod', project: offer.project, environment: '' });
    expect(whole?.plan.affected[0]?.name).toBe('infisical');
    expect(whole?.plan.affected.map(({ name }) => name)).toContain('gitea');
    expect(offer.notes).toEqual([expect.stringMatching(/^2 findings are fixed in Git: /)]);
  });

  it('leaves out what an Ingress has begun to use, names it, and nothing else', async () => {
    await world.admin.writer.create({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'late', namespace: 'gitea' },
      spec: { ingressClassName: 'nginx', defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
    });
    const offer = await offerFor('infisical');
    await world.story.hands.kubectl(['-n', 'gitea', 'delete', 'ingress/late']);
    expect(because(offer)).toEqual(['IngressClass/nginx: still used by Ingress/late in gitea (is of this class)']);
    expect(outline(offer)[0]).toEqual(['delete-zombies', 3, 10]);
  });

  it('takes gitea’s six, the Secret among them by a keyed digest that holds at run time', async () => {
    const offer = await offerFor('gitea');
    expect(because(offer)).toEqual([]);
    expect(outline(offer)).toEqual([['delete-zombies', 2, 6]]);
    const [only] = offer.plans;
    expect(only && names(only.plan)).toContain('Secret/gitea-redis-cluster');
    const secret = only?.plan.steps.find(({ target }) => target.kind === 'Secret');
    if (secret === undefined) throw new TypeError('a Secret was expected');
    const live = await world.read({ ...secret.target, version: secret.version });
    const asked = { wasAttempted: false, digestKey: DIGEST_KEY };
    expect(answerGuard(secret, live, asked)).toBe('match');
    expect(answerGuard(secret, live, { ...asked, digestKey: 'another' })).toBe('changed');
    for (const value of Object.values(objectAt(live, 'data'))) expect(JSON.stringify(offer)).not.toContain(value);
  });

  it('says that a freeze is on and a window is closed, and until when; a stuck operation may still be ended', async () => {
    const hour = (new Date().getUTCHours() + 23) % 24;
    const path = (project: string) => `/apis/argoproj.io/v1alpha1/namespaces/argocd/appprojects/${project}`;
    const calm = await offerFor('gitea');
    expect(calm.plans[0]?.plan).not.toHaveProperty('held');
    const window = { kind: 'deny', schedule: `0 ${hour} * * *`, duration: '3h', timeZone: 'UTC', applications: ['*'] };
    await world.story.hands.patch(path(calm.project), 'kubectl-edit', { spec: { syncWindows: [window] } });
    await world.story.world.settle();
    const freeze = 'changes are frozen until 2027-01-05 00:00 UTC: end of year';
    const offer = await offerOf(world.connect().instance, world.memory, DIGEST_KEY, () => freeze)('gitea');
    const opens = `${String((hour + 3) % 24).padStart(2, '0')}:00 UTC`;
    const [only] = offer.plans;
    expect(only?.plan.held).toEqual([
      freeze,
      expect.stringMatching(new RegExp(`a sync window blocks every sync: deny .*next opening .*${opens}`)),
    ]);
    expect(only?.plan.steps).toEqual(calm.plans[0]?.plan.steps);
    await world.story.hands.patch(path(calm.project), 'kubectl-edit', { spec: { syncWindows: null } });
    await world.story.world.settle();
  });

  it('names the open request for the same objects', async () => {
    const first = await offerFor('argocd');
    expect(first.plans[0]).not.toHaveProperty('rival');
    const plan = first.plans[0]?.plan;
    if (plan === undefined) throw new TypeError('a plan was expected');
    const at = new Date().toISOString();
    const asked = { type: 'request', by: 'U0KEN', role: '', at, reason: 'tidy up', channel: 'C0' } as const;
    await world.memory.plans.tend(plan.id, at);
    await world.memory.plans.appendApproval(plan.id, asked, 0);
    const [second] = (await offerFor('argocd')).plans;
    expect(second?.rival).toEqual({
      planId: plan.id,
      requestedBy: 'U0KEN',
      requestedAt: at,
      channel: 'C0',
      state: 'requested',
      shared: 'RoleBinding/argocd-redis-secret-init and 2 more objects',
    });
    await world.memory.plans.appendApproval(plan.id, { type: 'cancel', by: 'U0KEN', role: '', at }, 1);
    expect((await offerFor('argocd')).plans[0]).not.toHaveProperty('rival');
  });

  it('takes argocd’s three, which are no hooks themselves', async () => {
    const offer = await offerFor('argocd');
    const [only] = offer.plans;
    expect(outline(offer)).toEqual([['delete-zombies', 2, 3]]);
    expect(only && names(only.plan)).toEqual(
      ['RoleBinding', 'Role', 'ServiceAccount'].map((kind) => `${kind}/argocd-redis-secret-init`),
    );
  });

  it('takes a finished hook at tier 1, and says that it returns', async () => {
    const offer = await offerFor('vk-remote');
    expect(outline(offer)).toEqual([['delete-hooks', 1, 1]]);
    expect(offer.plans[0]?.plan.blastRadius).toContain(
      'Job/postgres-vk-init-electric is a hook: it comes back with the next sync',
    );
  });

  it('takes tekton’s finished run, which nobody restores', async () => {
    const offer = await offerFor('tekton-extras');
    expect(outline(offer)).toEqual([['delete-hooks', 2, 1]]);
    expect(offer.plans[0]?.plan.steps[0]?.undo.how).toBe('none');
  });

  it('reverts an edit, and syncs what was deleted', async () => {
    await world.story.hands.kubectl(['-n', 'n8n', 'scale', 'deployment/n8n', '--replicas=4']);
    await world.story.hands.kubectl(['-n', 'n8n', 'delete', 'service/n8n']);
    const offer = await offerFor('n8n');
    expect(because(offer)).toEqual([]);
    expect(outline(offer)).toEqual([
      ['revert', 1, 1],
      ['sync', 1, 1],
    ]);
    const [revert, sync] = offer.plans;
    expect(revert?.plan.steps[0]?.patch).toEqual({ spec: { replicas: 1 } });
    expect(sync?.plan.steps[0]).toMatchObject({ target: { kind: 'Service' }, undo: { how: 'none' } });
  });

  it('leaves out what the account for changes may not read, and says so', async () => {
    const edit = JSON.stringify({ spec: { refreshInterval: '7m' } });
    const target = ['externalsecret', 'paperclip-database', '--type=merge', '-p', edit];
    await world.story.hands.kubectl(['-n', 'paperclip', 'patch', ...target]);
    const offer = await offerFor('paperclip');
    expect(offer.plans).toEqual([]);
    expect(because(offer)).toEqual([
      expect.stringMatching(/^ExternalSecret\/paperclip-database: it could not be read: .*cannot get/),
    ]);
  });

  it('names what a dry run refused, and syncs an edit that it does not let patch back', async () => {
    await world.story.hands.kubectl(['-n', 'litellm', 'scale', 'deployment/litellm', '--replicas=3']);
    const [edited, leftovers] = [await offerFor('litellm', asReader), await offerFor('gitea', asReader)];
    expect(outline(edited)).toEqual([['sync', 1, 1]]);
    expect(because(edited)).toEqual([]);
    expect(leftovers.plans).toEqual([]);
    expect(because(leftovers)).toContainEqual(
      expect.stringMatching(/^ConfigMap\/gitea-redis-cluster-default: a dry run was refused: .*cannot delete/),
    );
  });

  it('keeps an object with two owners from being pruned', async () => {
    const offer = await offerFor('sympozium');
    expect(outline(offer)).toEqual([['annotate', 1, 1]]);
    expect(offer.plans[0]?.plan.steps[0]?.patch).toEqual({
      metadata: { annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' } },
    });
  });

  it('has no restart for a crash loop, and no rollback for what a parent manages', async () => {
    const offer = await offerFor('argo-rollouts');
    expect(offer.plans).toEqual([]);
    expect(offer.notes).toContain(
      'no rollback: the app is managed by root, which would take the change back: revert in Git',
    );
  });
});

describe('an offer without plans', () => {
  it('says that nothing may be changed', async () => {
    const offer = await offerFor('infisical', ({ writing: _, ...instance }) => instance);
    expect(offer).toMatchObject({
      plans: [],
      notes: ['observe only: remediation.enabled is off for this Argo CD'],
    });
  });

  it('says that there is no such app', async () => {
    const { failure, plans } = await offerFor('nowhere');
    expect(plans).toEqual([]);
    expect(failure?.problem).toMatch(/no application nowhere/);
  });

  it('says that nobody could prove that nothing uses an object', async () => {
    const offer = await offerFor('gitea', (instance) => ({ ...instance, clusterFor: () => undefined }));
    expect(offer.plans).toEqual([]);
    expect(because(offer)).toContain('Service/gitea-redis-cluster: couldn’t check what still refers to it');
  });
});
