import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/model/json.ts';
import type { Offer } from '../../../src/core/remedy/plan/plan.ts';
import { offerOf } from '../../support/offer-site.ts';
import { type RemedyWorld, startRemedyWorld } from '../../support/remedy-world.ts';

/* What is never on offer, because nothing proves that it would do no harm. */

let world: RemedyWorld;

beforeAll(async () => {
  world = await startRemedyWorld();
});
afterAll(() => world?.close());

async function offerFor(name: string): Promise<Offer> {
  await world.story.world.settle();
  return await offerOf(world.connect().instance, world.memory, 'key')(name);
}

const planned = ({ plans }: Offer) =>
  plans.flatMap(({ plan }) => plan.steps.map(({ verb, target }) => `${verb} ${target.kind}/${target.name}`));
const because = ({ excluded }: Offer, name: string) =>
  excluded.find(({ target }) => `${target.kind}/${target.name}` === name)?.because;

/** As a client of that name applies it. */
async function apply(manifest: Json, manager: string): Promise<void> {
  const args = ['apply', '--server-side', '--force-conflicts', `--field-manager=${manager}`, '-f', '-'];
  await world.story.hands.kubectl(args, JSON.stringify(manifest));
}

describe('what another Argo CD put there', () => {
  it('is not deleted: it was written after this app’s last sync, whose result does not list it', async () => {
    const annotations = { 'argocd.argoproj.io/tracking-id': 'gitea:/ConfigMap:gitea/of-the-other' };
    const metadata = { name: 'of-the-other', namespace: 'gitea', annotations };
    await apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } }, 'argocd-controller');
    const offer = await offerFor('gitea');
    expect(planned(offer).filter((step) => step.startsWith('delete '))).toHaveLength(6);
    expect(because(offer, 'ConfigMap/of-the-other')).toMatch(/^it was created at .* after this app last could have/);
  });

  it('is not deleted: a person gave it this app’s tracking id', async () => {
    const annotations = { 'argocd.argoproj.io/tracking-id': 'gitea:/ConfigMap:gitea/by-hand' };
    const metadata = { name: 'by-hand', namespace: 'gitea', annotations };
    await apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } }, 'kubectl');
    expect(because(await offerFor('gitea'), 'ConfigMap/by-hand')).toMatch(/^Argo CD never wrote it/);
  });

  it('may be anything where a second one runs in the cluster and neither has an installation id', async () => {
    const name = 'argocd-application-controller';
    const template = { metadata: { labels: { app: name } }, spec: { containers: [{ name, image: 'argocd:v3.2' }] } };
    const spec = { serviceName: name, selector: { matchLabels: { app: name } }, template };
    await apply({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name, namespace: 'keda' }, spec }, 'helm');
    const offer = await offerFor('gitea');
    expect(planned(offer)).toEqual([]);
    expect(because(offer, 'Service/gitea-redis-cluster')).toMatch(
      /another Argo CD runs in its cluster \(namespace keda/,
    );
    await world.story.hands.kubectl(['-n', 'keda', 'delete', `statefulset/${name}`]);
    expect(planned(await offerFor('gitea'))).toHaveLength(6);
  });
});

describe('what something still uses', () => {
  it('stays where a custom resource names it', async () => {
    const spec = { secretStoreRef: { name: 'vault', kind: 'SecretStore' }, target: { name: 'gitea-redis-cluster' } };
    const metadata = { name: 'late', namespace: 'gitea' };
    await apply({ apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret', metadata, spec }, 'kubectl');
    const offer = await offerFor('gitea');
    expect(because(offer, 'Secret/gitea-redis-cluster')).toBe(
      'still used by ExternalSecret/late in gitea (names it in spec.target.name)',
    );
    await world.story.hands.kubectl(['-n', 'gitea', 'delete', 'externalsecret/late']);
  });
});

describe('an app with a hook', () => {
  const APP = 'vaultwarden';

  it('is not synced in part: that would go round the hook', async () => {
    await world.story.hands.kubectl(['-n', APP, 'delete', `service/${APP}`]);
    expect(planned(await offerFor(APP))).toEqual([`sync Service/${APP}`]);
    const hook = `apiVersion: batch/v1
kind: Job
metadata:
  name: db-migrate
  namespace: ${APP}
  annotations:
    argocd.argoproj.io/hook: PreSync
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: migrate, image: "migrate:1" }]
`;
    await world.story.hands.commit({ [`apps/${APP}/job-db-migrate.yaml`]: hook });
    const offer = await offerFor(APP);
    expect(planned(offer)).toEqual([]);
    expect(because(offer, `Service/${APP}`)).toBe('this app has hooks (PreSync), and a partial sync skips them');
  });
});
