import type { Bench } from '../replay/bench.ts';
import { aCrd, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const anySpec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const CHART_LABELS = { 'app.kubernetes.io/part-of': 'rollouts', 'helm.sh/chart': 'rollouts-2.40.0' };

/** What a bootstrap script leaves: older than the application, never written by Argo CD. */
export async function bootstrap(bench: Bench, kind: string): Promise<void> {
  const crd = aCrd(kind, anySpec, { labels: { 'helm.sh/chart': 'rollouts-2.30.0' } });
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?fieldManager=helm';
  await bench.lab.kube.expect('POST', path, crd);
  // Creation times have whole seconds, and the CRD must be the older one.
  await new Promise((resolve) => setTimeout(resolve, 1500));
}

export function chartCrd(kind: string, spec: object = {}): string {
  const crd = aCrd(kind, anySpec, { labels: CHART_LABELS });
  return asYaml({ ...crd, spec: { ...(crd.spec as object), ...spec } });
}

export const crdBeforeApp: Scenario = {
  id: 'crd-before-app',
  title: 'C: CRD installed by a bootstrap before its app, auto-sync off',
  async arrange(bench) {
    await bootstrap(bench, 'LabRollout');
    await bench.commit({ 'crd.yaml': chartCrd('LabRollout') });
    await bench.createApp();
  },
  argocd: { sync: 'OutOfSync', drifting: ['CustomResourceDefinition/labrollouts.scn.lab'] },
  plumbline: { lead: 'untracked', paths: ['/metadata/labels/helm.sh~1chart'] },
  fix: {
    says: 'a narrow `ignoreDifferences` on the two labels',
    async apply(bench) {
      const jsonPointers = ['/metadata/labels/helm.sh~1chart', '/metadata/labels/app.kubernetes.io~1part-of'];
      const crd = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', name: 'labrollouts.scn.lab' };
      await bench.patchApp({ ignoreDifferences: [{ ...crd, jsonPointers }] });
    },
    leaves: { sync: 'Synced' },
  },
};
