import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { ScanResult } from '../../src/core/memory/scan-result.ts';
import { isObject, listAt } from '../../src/core/model/json.ts';
import type { ConnectedInstance } from '../../src/flows/connected-instance.ts';
import { makeCheckInstance } from '../../src/flows/doctor/check-instance.ts';
import type { AccessGrant, AccessRule } from '../../world/kubernetes/grants.ts';
import { ofKind, readInstalled } from '../support/manifests.ts';
import { type ConnectedWorld, clock, startConnectedWorld } from '../support/story-world.ts';

/* The story's cluster, seen with no more than deploy/kubernetes/cluster-role.yaml grants. */

const rules: readonly AccessRule[] = ofKind(readInstalled(), 'ClusterRole')
  .flatMap((role) => listAt(role, 'rules'))
  .filter(isObject)
  .map((rule) => ({
    verbs: listAt(rule, 'verbs').map(String),
    groups: listAt(rule, 'apiGroups').map(String),
    resources: listAt(rule, 'resources').map(String),
  }));
const installed: AccessGrant = { token: 'installed', user: 'system:serviceaccount:plumbline:plumbline', rules };
const poorer: AccessGrant = {
  token: 'poorer',
  user: 'system:serviceaccount:plumbline:poorer',
  rules: rules.filter(({ resources }) => !resources.includes('events') && !resources.includes('scaledobjects')),
};

let story: ConnectedWorld;
const kubeconfigs: string[] = [];

beforeAll(async () => {
  story = await startConnectedWorld({ grants: [installed, poorer] });
});

afterAll(async () => {
  await story?.close();
  await Promise.all(kubeconfigs.map((file) => rm(file, { force: true })));
});

async function connectAs({ token }: AccessGrant): Promise<ConnectedInstance> {
  const { kubeconfig } = story.world;
  if (kubeconfig === null) throw new TypeError('the story has a cluster');
  const config = parse(await readFile(kubeconfig, 'utf8')) as { readonly users: readonly { readonly name: string }[] };
  const file = `${kubeconfig}-${token}`;
  await writeFile(file, stringify({ ...config, users: config.users.map(({ name }) => ({ name, user: { token } })) }));
  kubeconfigs.push(file);
  return story.connect({ kubeconfig: file });
}

function notObserved({ findings }: ScanResult): readonly string[] {
  return [
    ...new Set(
      findings.flatMap(({ evidence }) =>
        evidence.flatMap(({ source, says }) => (source === 'not-observed' ? [says] : [])),
      ),
    ),
  ].toSorted();
}

function summary({ findings }: ScanResult): readonly string[] {
  return findings
    .map(({ app, resource, driftClass, confidence, owner }) =>
      [app.name, resource?.kind, resource?.name, driftClass, confidence, owner].join(' '),
    )
    .toSorted();
}

describe('with the rights that are installed', () => {
  it('a scan finds all that an administrator finds; what custom kinds may name stays unproven, and it says so', async () => {
    const full = await story.scan(await story.connect());
    const least = await story.scan(await connectAs(installed));
    expect(least.findings.length).toBeGreaterThan(50);
    expect(summary(least)).toEqual(summary(full));
    expect(notObserved(full)).toEqual([]);
    const unproven = ['ConfigMap', 'Secret', 'Service', 'ServiceAccount'].map((kind) =>
      expect.stringMatching(new RegExp(`^couldn’t check: references to ${kind}: .*cannot list resource`)),
    );
    expect(notObserved(least)).toEqual(expect.arrayContaining(unproven));
    expect(
      notObserved(least).filter(
        (says) => !/^couldn’t check: references to (ConfigMap|Secret|Service|ServiceAccount): /.test(says),
      ),
    ).toEqual([
      expect.stringMatching(/^couldn’t check: references to PipelineRun: .*cannot get resource "pipelineruns"/),
    ]);
  });

  it('the doctor finds nothing missing', async () => {
    const checks = await makeCheckInstance({ clock, remediationOf: () => undefined })(await connectAs(installed));
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
});

describe('with fewer rights', () => {
  it('the doctor names what is missing and the rule that grants it; what is not installed fails nothing', async () => {
    const checks = await makeCheckInstance({ clock, remediationOf: () => undefined })(await connectAs(poorer));
    expect(checks.filter(({ ok }) => !ok)).toMatchObject([
      {
        says: 'may not list events',
        repair: expect.stringContaining('{apiGroups: [""], resources: [events], verbs: [list]}') as string,
      },
    ]);
    expect(checks.map(({ says }) => says)).toContain(
      'may not get and list scaledobjects.keda.sh: needed only where they are installed',
    );
  });
});
