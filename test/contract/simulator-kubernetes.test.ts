import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterModel } from '../../world/cluster/types.ts';
import { type KubernetesApi, startKubernetesApi } from '../../world/kubernetes/start-kubernetes-api.ts';
import { aCluster, aDeployment } from '../../world/test/cluster/cluster.ts';
import { findKubectl, type Kubectl, makeKubectl, RELEASE } from '../support/kubectl.ts';
import { readRecording, runSession } from './kubernetes/kubectl/run-session.ts';

/*
 * A real kubectl against the simulated API, held against what a real API server answered to the same session. That the
 * recording still says what a real server says is the lab suite's to prove: test/lab/kubectl-session.test.ts.
 */
const program = findKubectl();
/** Other releases word their answers differently and ask for other API versions. */
const isRecordedRelease =
  program !== undefined &&
  (await makeKubectl(program, '/dev/null', tmpdir())(['version', '--client'])).stdout.includes(RELEASE);

/** Older ones ask for autoscaling/v1, which nothing here needs. */
const AUTOSCALE: [readonly string[], RegExp] = [
  ['autoscale', 'deployment', 'made', '-n', 'extra', '--max=4'],
  /autoscaled/,
];

const TOKEN = 'full';
const READER = 'reader';
let home = '';
let api: KubernetesApi;
let model: ClusterModel;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'plumbline-kubectl-'));
  const cluster = aCluster();
  ({ model } = cluster);
  api = await startKubernetesApi({ ...cluster, token: TOKEN, readOnlyToken: READER });
});
afterAll(async () => {
  await api.close();
  rmSync(home, { recursive: true, force: true });
});

function kubectlFor(token: string): Kubectl {
  const config = join(home, `${token}.kubeconfig`);
  writeFileSync(config, api.kubeconfig(token));
  return makeKubectl(program ?? '', config, home);
}

it('finds a kubectl', ({ skip }) => {
  if (program === undefined) skip('no kubectl on the path or in the cache of the lab: nothing below ran');
  if (!isRecordedRelease) skip(`the recorded session needs ${RELEASE}: scripts/ensure-programs.sh builds it`);
});

describe.skipIf(!isRecordedRelease)('a kubectl session', () => {
  it('is answered by the simulator as by a real API server', async () => {
    const real = readRecording();
    const simulated = await runSession(kubectlFor(TOKEN));
    for (const [index, step] of simulated.entries()) expect(step, step.command).toEqual(real[index]);
    expect(simulated).toHaveLength(real.length);
  });
});

describe.skipIf(program === undefined)('kubectl', () => {
  const said = async (args: readonly string[], token = TOKEN, input = ''): Promise<string> => {
    const { stdout, stderr } = await kubectlFor(token)(args, input);
    return `${stdout}${stderr}`.trim();
  };

  beforeAll(() => {
    model.create(aDeployment(), { manager: 'argocd' });
    model.create(
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web-1', namespace: 'shop', labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'web:1' }] },
      },
      { manager: 'kube-controller-manager' },
    );
    const pod = model.get({ group: '', kind: 'Pod', namespace: 'shop', name: 'web-1' }) ?? {};
    const waiting = { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s' } };
    const status = {
      phase: 'Running',
      containerStatuses: [
        { name: 'web', image: 'web:1', imageID: '', ready: false, restartCount: 7, state: waiting, lastState: {} },
      ],
    };
    model.update({ ...pod, status }, { manager: 'kubelet', subresource: 'status' });
    model.setLog({ namespace: 'shop', name: 'web-1' }, 'web', 'starting\nFATAL no database\n', true);
    model.create(
      {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'web-1.1', namespace: 'shop' },
        involvedObject: { apiVersion: 'v1', kind: 'Pod', name: 'web-1', namespace: 'shop', uid: 'x' },
        reason: 'BackOff',
        message: 'Back-off restarting failed container',
        type: 'Warning',
        count: 4,
        firstTimestamp: '2026-03-02T09:00:00Z',
        lastTimestamp: '2026-03-02T09:00:00Z',
        source: { component: 'kubelet' },
      },
      { manager: 'kubelet' },
    );
  });

  it.each<[readonly string[], RegExp]>([
    [['version'], /Server Version: .*v1\.34/],
    [['get', 'pods', '-A'], /shop +web-1 +0\/1 +CrashLoopBackOff +7/],
    [['get', 'deploy', '-n', 'shop', '-o', 'wide'], /web +0\/1 .* web +web:1 +app=web/],
    [['get', 'deploy', '-n', 'shop', 'web', '-o', 'yaml'], /^apiVersion: apps\/v1\nkind: Deployment/],
    [['get', 'all', '-n', 'shop', '-l', 'app=web'], /pod\/web-1/],
    [['get', 'pods', '-A', '--field-selector', 'metadata.name=web-1', '-o', 'name'], /^pod\/web-1$/],
    [['get', 'pods', '-A', '--field-selector', 'nosuch=1'], /field label not supported: nosuch/],
    [['get', 'namespaces', '--chunk-size=1', '-o', 'name'], /namespace\/default\n(.*\n)*namespace\/shop/],
    [['describe', 'deploy', '-n', 'shop', 'web'], /Image: +web:1/],
    [['describe', 'pod', '-n', 'shop', 'web-1'], /Reason: +CrashLoopBackOff[\s\S]*Restart Count: +7/],
    [['get', 'events', '-n', 'shop'], /Warning +BackOff +pod\/web-1 +Back-off restarting/],
    [['logs', '-n', 'shop', 'web-1', '--previous', '--tail=1'], /^FATAL no database$/],
    [['logs', '-n', 'shop', 'web-1', '-c', 'other'], /container other is not valid for pod web-1/],
    [['auth', 'can-i', 'delete', 'deployments', '-n', 'shop'], /^yes$/],
    [['create', 'namespace', 'extra'], /namespace\/extra created/],
    [['create', 'deployment', 'made', '-n', 'extra', '--image=a:1', '--port=80'], /deployment.apps\/made created/],
    [['expose', 'deployment', 'made', '-n', 'extra', '--port=80'], /service\/made exposed/],
    ...(isRecordedRelease ? [AUTOSCALE] : []),
    [['rollout', 'restart', 'deployment/made', '-n', 'extra'], /restarted/],
    [['delete', 'namespace', 'extra'], /namespace "extra" deleted/],
    [['get', 'deploy', '-n', 'extra'], /No resources found/],
  ])('%j', async (args, expected) => {
    expect(await said(args)).toMatch(expected);
  });

  it('is kept from writing with the read-only token', async () => {
    expect(await said(['auth', 'can-i', 'delete', 'pods', '-n', 'shop'], READER)).toBe('no');
    expect(await said(['get', 'pod', '-n', 'shop', 'web-1', '-o', 'name'], READER)).toBe('pod/web-1');
    expect(await said(['delete', 'pod', '-n', 'shop', 'web-1'], READER)).toMatch(
      /^Error from server \(Forbidden\): pods "web-1" is forbidden/,
    );
  });

  it('is sent away with a wrong token', async () => {
    expect(await said(['get', 'pods'], 'wrong')).toMatch(/You must be logged in to the server/);
  });
});
