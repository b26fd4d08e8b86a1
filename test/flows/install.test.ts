import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import { type RunningWorld, startWorld } from '../../world/start-world.ts';
import { findKubectl, type Kubectl, makeKubectl } from '../support/kubectl.ts';
import { FOLDER, readInstalled } from '../support/manifests.ts';

/* The real kubectl against the simulated API server: it checks every field against the server's own types. */

const program = findKubectl();

describe.skipIf(program === undefined)('kubectl apply -k deploy/kubernetes', () => {
  let world: RunningWorld;
  let home: string;
  let kubectl: Kubectl;

  beforeAll(async () => {
    world = await startWorld();
    home = await mkdtemp(join(tmpdir(), 'plumbline-install-'));
    kubectl = makeKubectl(program ?? '', world.kubeconfig ?? '', home);
    // the story has it already, for its bundles
    await kubectl(['delete', 'namespace', 'plumbline']);
  });

  afterAll(async () => {
    await world?.close();
    await rm(home, { recursive: true, force: true });
  });

  it('installs everything; a second time there would be nothing to change', async () => {
    const first = await kubectl(['apply', '--validate=strict', '-k', FOLDER]);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const made = first.stdout.trim().split('\n');
    expect(made).toHaveLength(readInstalled().length + 2);
    expect(made.filter((line) => !line.endsWith(' created'))).toEqual([]);
    expect(await kubectl(['diff', '-k', FOLDER])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('mounts the configuration by the name of its content', async () => {
    const { stdout } = await kubectl(['-n', 'plumbline', 'get', 'deployment,statefulset', '-o', 'json']);
    const workloads = listAt(JSON.parse(stdout) as Manifest, 'items');
    const mounted = workloads
      .flatMap((workload) => listAt(workload, 'spec', 'template', 'spec', 'volumes'))
      .flatMap((volume) => stringAt(volume, 'configMap', 'name') ?? []);
    const there = await kubectl(['-n', 'plumbline', 'get', 'configmap', '-o', 'name']);
    expect(new Set(mounted.map((name) => `configmap/${name}`))).toEqual(
      new Set(
        there.stdout
          .trim()
          .split('\n')
          .filter((name) => name.startsWith('configmap/plumbline-')),
      ),
    );
  });

  it('lets changes be made later: the worker gets an account of its own, the bot keeps its', async () => {
    expect(await kubectl(['apply', '--validate=strict', '-k', 'deploy/remediation'])).toMatchObject({
      code: 0,
      stderr: '',
    });
    const { stdout } = await kubectl(['-n', 'plumbline', 'get', 'deployment', '-o', 'json']);
    const accounts = listAt(JSON.parse(stdout) as Manifest, 'items').map((workload) => [
      stringAt(workload, 'metadata', 'name'),
      stringAt(workload, 'spec', 'template', 'spec', 'serviceAccountName'),
    ]);
    expect(accounts).toEqual([
      ['plumbline-bot', 'plumbline'],
      ['plumbline-worker', 'plumbline-write'],
    ]);
    expect(await kubectl(['diff', '-k', 'deploy/remediation'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('takes the examples', async () => {
    const examples = [
      ...['secret', 'cluster-role-more', 'restore'].map((name) => join(FOLDER, `${name}.example.yaml`)),
      'deploy/remediation/cluster-role-write-more.example.yaml',
    ];
    for (const file of examples) {
      expect(await kubectl(['apply', '--validate=strict', '-f', file])).toMatchObject({
        code: 0,
        stderr: '',
      });
    }
  });

  it.each([
    ['argocd-cm', 'deploy/argocd-account.patch.yaml'],
    ['argocd-rbac-cm', 'deploy/argocd-rbac.patch.yaml'],
    ['argocd-cm', 'deploy/argocd-account-write.patch.yaml'],
    ['argocd-rbac-cm', 'deploy/argocd-rbac-write.patch.yaml'],
  ])('patches %s, and leaves its other keys', async (name, patch) => {
    const before = await kubectl(['-n', 'argocd', 'get', 'configmap', name, '-o', 'json']);
    if (before.code !== 0) await kubectl(['-n', 'argocd', 'create', 'configmap', name, '--from-literal=kept=yes']);
    const known = await kubectl(['-n', 'argocd', 'get', 'configmap', name, '-o', 'json']);
    expect(
      await kubectl(['-n', 'argocd', 'patch', 'configmap', name, '--type', 'merge', '--patch-file', patch]),
    ).toMatchObject({ code: 0 });
    const after = await kubectl(['-n', 'argocd', 'get', 'configmap', name, '-o', 'json']);
    const keysOf = (text: string): readonly string[] =>
      Object.keys((JSON.parse(text) as { readonly data: object }).data);
    expect(keysOf(after.stdout)).toEqual(expect.arrayContaining([...keysOf(known.stdout)]));
    expect(keysOf(after.stdout).length).toBe(keysOf(known.stdout).length + 1);
  });
});
