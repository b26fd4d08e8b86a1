import { ARGOCD_NAMESPACE } from '../argocd/install.ts';
import type { JsonObject } from '../kubernetes/kube-client.ts';
import type { Bench } from '../replay/bench.ts';
import { aConfigMap, asYaml } from '../replay/manifests.ts';
import { PROJECT } from '../replay/scenario.ts';

/** Lines that say what is the case anyway. */
export interface ZeroValues {
  readonly automated?: JsonObject;
  readonly ignored?: JsonObject;
}

/** Commits the root's only template. */
export function commitChild(bench: Bench, { automated = {}, ignored = {} }: ZeroValues): Promise<string> {
  const child = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: childOf(bench), namespace: ARGOCD_NAMESPACE },
    spec: {
      project: PROJECT,
      source: { repoURL: bench.repoUrl, targetRevision: 'main', path: 'child' },
      destination: { server: 'https://kubernetes.default.svc', namespace: bench.name },
      syncPolicy: { automated: { ...automated, selfHeal: true } },
      ignoreDifferences: [{ ...ignored, kind: 'ConfigMap', jsonPointers: ['/data/clock'] }],
    },
  };
  return bench.commit({ 'root/child.yaml': asYaml(child), 'child/cm.yaml': asYaml(aConfigMap('web')) });
}

export async function arrangeRoot(bench: Bench, values: ZeroValues): Promise<void> {
  await commitChild(bench, values);
  await bench.createApp({ path: 'root', namespace: ARGOCD_NAMESPACE });
  await bench.sync();
  await bench.waitFor({ sync: 'Synced', operation: { phase: 'Succeeded' } }, childOf(bench));
}

function childOf({ name }: Bench): string {
  return `${name}-child`;
}
