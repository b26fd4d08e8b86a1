import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { makeCluster } from '../../src/adapters/kubernetes/client.ts';
import { Config } from '../../src/config/schema.ts';
import { defined } from '../../src/core/model/defined.ts';
import { isObject, listAt, type Manifest } from '../../src/core/model/json.ts';
import type { ConnectedInstance, WritableCluster } from '../../src/flows/connected-instance.ts';
import { type Check, makeRunCheck } from '../../src/flows/doctor/check.ts';
import { checkWriting } from '../../src/flows/doctor/check-writing.ts';
import { connectInstances } from '../../src/main/connect-instances.ts';
import { ARGOCD_WRITE_NEEDS } from '../../src/ports/argocd-rights.ts';
import { makeToken, type Policy } from '../../world/argocd/api/session.ts';
import type { AccessRule } from '../../world/kubernetes/grants.ts';
import { type RunningWorld, startWorld } from '../../world/start-world.ts';
import { filesNamed, ofKind, readInstalled, readManifestFiles } from '../support/manifests.ts';

/* The doctor on the account that makes changes: with the rights of deploy/remediation, and with each of them taken away. */

const NAMESPACE = 'plumbline';
const files = readManifestFiles();

function rulesOf(roles: readonly Manifest[], namespaces?: readonly string[]): readonly AccessRule[] {
  return roles
    .flatMap((role) => listAt(role, 'rules'))
    .filter(isObject)
    .map((rule) => ({
      verbs: listAt(rule, 'verbs').map(String),
      groups: listAt(rule, 'apiGroups').map(String),
      resources: listAt(rule, 'resources').map(String),
      ...defined({ namespaces }),
    }));
}

const reading = rulesOf(ofKind(readInstalled(), 'ClusterRole'));
const writing = rulesOf(filesNamed(files, 'cluster-role-write.yaml'));
const bundles = rulesOf(filesNamed(files, 'role-bundles.yaml'), [NAMESPACE]);
const installed = [...reading, ...writing, ...bundles];
const policy: readonly Policy[] = ARGOCD_WRITE_NEEDS.map(({ right: [resource, action, object] }) => ({
  resource,
  action,
  object,
}));

/** Read at every request, so that a test can take something away. */
const held = { rules: installed, policies: policy, username: 'plumbline-write' };
const cluster = {
  token: makeToken('installed'),
  user: 'system:serviceaccount:plumbline:plumbline-write',
  get rules() {
    return held.rules;
  },
};
const account = {
  token: makeToken('writes'),
  get username() {
    return held.username;
  },
  get policies() {
    return held.policies;
  },
};

let world: RunningWorld;
let instance: ConnectedInstance;
let fast: WritableCluster & { close(): Promise<void> };

beforeAll(async () => {
  world = await startWorld({ grants: [cluster], tokens: [account] });
  const { kubeconfig: admin } = world;
  if (admin === null) throw new TypeError('the story has a cluster');
  const config = parse(await readFile(admin, 'utf8')) as Manifest;
  const kubeConfig = `${admin}-installed`;
  await writeFile(kubeConfig, stringify({ ...config, users: [{ name: 'demo', user: { token: cluster.token } }] }));
  [instance] = (await connectInstances(configFor(kubeConfig), undefined, {}, { writing: true })) as [ConnectedInstance];
  fast = makeCluster({ name: 'prod', kubeConfig, requestsPerSecond: 10_000 });
});
afterAll(async () => {
  await Promise.all([instance?.close(), fast?.close()]);
  await world?.close();
});
afterEach(() => Object.assign(held, { rules: installed, policies: policy, username: 'plumbline-write' }));

function configFor(kubeconfig: string): Config {
  const { server, token } = world.argocd;
  const argocd = { server, token, requestsPerSecond: 1000 };
  const remediation = { enabled: true, argocdToken: account.token, bundleNamespace: NAMESPACE };
  return Config.parse({ instances: [{ name: 'prod', argocd, kubernetes: { kubeconfig }, remediation }] });
}

/** As `makeCheckInstance` asks, of a cluster that does not make a test wait. */
function examine(): Promise<readonly Check[]> {
  if (instance.writing === undefined) throw new TypeError('changes are enabled');
  const quick = { ...instance.writing, ownCluster: fast, clusterFor: () => fast };
  return checkWriting({ ...instance, writing: quick }, { bundleNamespace: NAMESPACE }, makeRunCheck('prod', {}), {});
}

async function failures(): Promise<readonly Check[]> {
  return (await examine()).filter(({ ok }) => !ok);
}

describe('with the rights that are installed', () => {
  it('nothing is missing', async () => {
    const checks = await examine();
    expect(checks.filter(({ ok, isNote }) => !ok || isNote)).toEqual([]);
    const said = new Map(checks.map(({ name, says }) => [name, says]));
    expect(said.get('changes: the token is accepted')).toBe('as plumbline-write');
    expect(said.get('changes: the account is another one')).toBe('plumbline-read reads, plumbline-write writes');
    expect(said.get('changes: dumps')).toBe('may get, list, create, delete secrets in namespace plumbline');
    expect(said.get('changes in cluster in-cluster: Secrets that are left over: dump, clean up, restore')).toBe(
      'may get, create, patch, delete secrets',
    );
  });
});

describe('with one right less', () => {
  it.each(writing)('$verbs of $groups $resources', async (taken) => {
    held.rules = installed.filter((rule) => rule !== taken);
    const checks = await examine();
    const isOptional = taken.verbs.includes('bind');
    const isCustom = ['keda.sh', 'autoscaling.k8s.io', 'gateway.networking.k8s.io'].includes(taken.groups[0] ?? '');
    const told = checks.filter(({ ok, isNote, says }) => !ok || isNote || says.startsWith('may not'));
    expect(told).toHaveLength(1);
    const [check] = told;
    for (const resource of taken.resources) expect(check?.says).toContain(resource);
    if (isCustom || taken.resources.includes('rollouts'))
      expect(check?.says).toMatch(/needed only where they are installed$/);
    else
      expect(check?.repair).toContain(`{apiGroups: ["${taken.groups[0]}"], resources: [${taken.resources.join(', ')}]`);
    expect(check?.ok).toBe(isOptional || isCustom || taken.resources.includes('rollouts'));
  });

  it('dumps', async () => {
    held.rules = [...reading, ...writing];
    expect(await failures()).toMatchObject([
      {
        name: 'changes: dumps',
        says: 'may not list secrets in namespace plumbline',
        repair: expect.stringMatching(/role-bundles\.yaml, or grant in namespace plumbline: .*\[secrets\]/) as string,
      },
    ]);
  });

  it.each(policy)('$resource, $action in Argo CD', async (taken) => {
    held.policies = policy.filter((line) => line !== taken);
    expect((await failures()).map(({ repair }) => repair)).toEqual([
      `add to argocd-rbac-cm policy.csv: p, role:plumbline-write, applications, ${taken.action}, */*, allow`,
    ]);
  });
});

describe('with an account that is not what it should be', () => {
  it('says that reading and writing are not apart', async () => {
    held.username = 'plumbline-read';
    expect(await failures()).toMatchObject([
      {
        name: 'changes: the account is another one',
        says: expect.stringMatching(/^plumbline-read reads and writes: /) as string,
        repair: expect.stringMatching(/argocd account generate-token --account plumbline-write$/) as string,
      },
    ]);
  });

  it('says where nothing can be kept', async () => {
    if (instance.writing === undefined) throw new TypeError('changes are enabled');
    const blind = { ...instance, writing: { ...instance.writing, ownCluster: undefined, clusterFor: () => undefined } };
    const checks = await checkWriting(blind, { bundleNamespace: NAMESPACE }, makeRunCheck('prod', {}), {});
    expect(checks.filter(({ ok }) => !ok)).toMatchObject([
      { name: 'changes: dumps', says: expect.stringMatching(/nothing can be deleted$/) as string },
    ]);
    expect(checks.filter(({ isNote }) => isNote)).toMatchObject([{ name: 'changes: clusters' }]);
  });
});
