import type { Bench } from '../replay/bench.ts';
import { aConfigMap, aDeployment, asYaml } from '../replay/manifests.ts';
import { aProject } from '../replay/project.ts';
import { PREFIX } from '../replay/scenario.ts';
import { aJob } from '../scenarios/finished-hook.ts';
import { waitUntil } from '../wait-until.ts';

/** A bad release under auto-sync: Argo CD's history has the good one. */
export async function arrangeBadRelease(bench: Bench): Promise<void> {
  await bench.commit({ 'web.yaml': asYaml(aDeployment('web')) });
  await bench.createApp({ automated: { selfHeal: true } });
  await bench.waitFor({ sync: 'Synced', health: 'Healthy', operation: { phase: 'Succeeded' } });
  const bad = { podAnnotations: { 'lab/crash-loop': 'true' }, container: { image: 'example/web:2.0.0' } };
  await bench.commit({ 'web.yaml': asYaml(aDeployment('web', bad)) });
  await bench.waitFor({ sync: 'Synced', health: 'Progressing', operation: { phase: 'Succeeded' } });
  await waitUntil('the new pod to crash', async () => {
    const reason = '{.items[*].status.containerStatuses[*].state.waiting.reason}';
    return (await bench.kubectl('get', 'pods', '-o', `jsonpath=${reason}`)).includes('CrashLoopBackOff')
      ? true
      : undefined;
  });
}

/** A sync that waits for a hook whose pod fits on no node. */
export async function arrangeStuckHook(bench: Bench): Promise<void> {
  const job = aJob('migrate', { 'argocd.argoproj.io/hook': 'PreSync' });
  const spec = job.spec as { readonly template: { readonly spec: { readonly containers: readonly object[] } } };
  const containers = spec.template.spec.containers.map((container) => ({
    ...container,
    resources: { requests: { cpu: '64' } },
  }));
  const stuck = { ...job, spec: { template: { spec: { ...spec.template.spec, containers } } } };
  await bench.commit({ 'job.yaml': asYaml(stuck as typeof job, aConfigMap('web')) });
  await bench.createApp();
  await bench.lab.argocdAs('plumbline-write').post(`/api/v1/applications/${bench.name}/sync`, {
    name: bench.name,
    infos: [{ name: 'Reason', value: 'by hand' }],
  });
  await waitUntil('the hook to be waited for', async () =>
    (await bench.look('none')).operation.messages.some((message) => /waiting for completion of hook/.test(message))
      ? true
      : undefined,
  );
}

/** Pods that run and are not ready any more, as after a deadlock: new ones would be. */
export async function arrangeDeadlock(bench: Bench): Promise<void> {
  await bench.commit({ 'web.yaml': asYaml(aDeployment('web')) });
  await bench.createApp();
  await bench.sync();
  await bench.waitFor({ sync: 'Synced', health: 'Healthy' });
  const pod = await bench.kubectl('get', 'pods', '-o', 'name');
  const now = new Date().toISOString();
  const unready = (type: string) => ({ type, status: 'False', reason: 'ContainersNotReady', lastTransitionTime: now });
  const patch = { status: { conditions: [unready('Ready'), unready('ContainersReady')] } };
  await bench.kubectl('patch', pod.trim(), '--subresource=status', '--type=strategic', '-p', JSON.stringify(patch));
  await bench.waitFor({ health: 'Progressing' });
}

const WINDOWED = `${PREFIX}frozen`;
/** All year but for its last hours. */
const YEARLY = { kind: 'deny', schedule: '0 0 1 1 *', duration: '8750h', applications: ['*'] };

/** Deleted by hand, while a window forbids every sync. */
export async function arrangeClosedWindow(bench: Bench): Promise<void> {
  await bench.apply(aProject(WINDOWED));
  await bench.commit({ 'web.yaml': asYaml(aConfigMap('web'), aConfigMap('flags')) });
  await bench.createApp({ project: WINDOWED });
  await bench.sync();
  await bench.kubectl('delete', 'configmap/flags');
  await bench.apply(aProject(WINDOWED, { syncWindows: [YEARLY] }));
  await bench.waitFor({ sync: 'OutOfSync' });
}
