import { stringify } from 'yaml';
import type { Deed } from './deed.ts';

const TRACKING_ID = 'argocd.argoproj.io/tracking-id';

/** With the real kubectl. */
export const KUBECTL_DEEDS: readonly Deed[] = [
  {
    what: 'kubectl edit',
    app: 'cert-manager',
    leads: 'manual-change',
    fix: 'revert-live',
    resource: 'Deployment/cert-manager',
    paths: ['/spec/replicas'],
    owner: 'kubectl-edit',
    cause: ({ hands }) =>
      hands.edit(['deployment', 'cert-manager', '-n', 'cert-manager'], 'replicas: 1', 'replicas: 3'),
  },
  {
    what: 'kubectl patch',
    app: 'cilium',
    leads: 'manual-change',
    fix: 'revert-live',
    resource: 'ConfigMap/cilium-config',
    paths: ['/data/LOG_LEVEL'],
    owner: 'kubectl-patch',
    cause: ({ hands }) =>
      hands.kubectl(['patch', 'configmap', 'cilium-config', '-n', 'cilium', '-p', '{"data":{"LOG_LEVEL":"debug"}}']),
  },
  {
    what: 'kubectl set image',
    app: 'traefik',
    leads: 'manual-change',
    fix: 'revert-live',
    resource: 'Deployment/traefik',
    paths: ['/spec/template/spec/containers/0/image'],
    owner: 'kubectl-set',
    cause: ({ hands }) =>
      hands.kubectl(['set', 'image', 'deployment/traefik', 'traefik=traefik:v3.5.9', '-n', 'traefik']),
  },
  {
    what: 'kubectl apply of another manifest',
    app: 'keda',
    leads: 'manual-change',
    fix: 'revert-live',
    resource: 'ConfigMap/keda-config',
    paths: ['/data/LOG_LEVEL'],
    owner: 'kubectl-client-side-apply',
    cause: ({ hands }) => hands.kubectl(['apply', '-f', '-'], settingsOf('keda', 'keda', 'trace')),
  },
  {
    what: 'kubectl scale',
    app: 'tempo',
    leads: 'manual-change',
    fix: 'revert-live',
    resource: 'Deployment/tempo',
    paths: ['/spec/replicas'],
    cause: ({ hands }) => hands.kubectl(['scale', 'deployment/tempo', '-n', 'tempo', '--replicas=2']),
  },
  {
    what: 'kubectl delete',
    app: 'renovate',
    leads: 'missing',
    fix: 'sync',
    resource: 'Service/renovate',
    cause: ({ hands }) => hands.kubectl(['delete', 'service', 'renovate', '-n', 'renovate']),
  },
  {
    what: 'kubectl annotate: the tracking id removed',
    app: 'metallb',
    leads: 'untracked',
    fix: 'adopt',
    resource: 'ConfigMap/metallb-config',
    cause: ({ hands }) =>
      hands.kubectl(['annotate', 'configmap', 'metallb-config', '-n', 'metallb', `${TRACKING_ID}-`]),
  },
  {
    what: 'kubectl apply of an object with the tracking id of an app that is gone',
    app: 'external-dns',
    leads: 'untracked',
    fix: 'adopt',
    resource: 'ConfigMap/external-dns-config',
    cause: ({ hands }) => hands.kubectl(['apply', '-f', '-'], settingsOf('external-dns', 'long-gone')),
  },
  {
    what: 'kubectl apply of an object with the tracking id of another app',
    app: 'kyverno',
    leads: 'shared',
    fix: 'dedupe-owner',
    resource: 'ConfigMap/kyverno-config',
    owner: 'Application loki',
    cause: ({ hands }) => hands.kubectl(['apply', '-f', '-'], settingsOf('kyverno', 'loki')),
  },
  {
    what: 'kubectl annotate: a pod told to crash',
    app: 'authentik',
    leads: 'stuck-progressing',
    fix: 'inspect-logs',
    async cause({ hands }) {
      const pod = await hands.kubectl(['get', 'pods', '-n', 'authentik', '-o', 'name']);
      await hands.kubectl(['annotate', pod.trim(), '-n', 'authentik', 'plumbline.demo/fate=crash']);
    },
  },
];

/** The ConfigMap of an ordinary app as a file, stamped with the tracking id of an app. */
function settingsOf(app: string, tracked: string, level = 'info'): string {
  const name = `${app}-config`;
  const annotations = { [TRACKING_ID]: `${tracked}:/ConfigMap:${app}/${name}` };
  const metadata = { name, namespace: app, annotations };
  return stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { LOG_LEVEL: level } });
}
