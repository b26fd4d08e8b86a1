import type { Manifest } from '../kubernetes/resource-paths.ts';
import { aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';
import { serveWebhook } from '../replay/webhook-server.ts';

const NAME = 'scn-mutating-webhook';
const PATCH = [{ op: 'replace', path: '/spec/template/spec/containers/0/imagePullPolicy', value: 'Always' }];

function configuration(url: string, caBundle: string): Manifest {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: NAME },
    webhooks: [
      {
        name: 'pull-policy.scn.lab',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Ignore',
        clientConfig: { url, caBundle },
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': NAME } },
        rules: [
          { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['deployments'] },
        ],
      },
    ],
  };
}

export const mutatingWebhook: Scenario = {
  id: 'mutating-webhook',
  title: 'G: a mutating webhook rewrites a field at every write',
  async arrange(bench) {
    const webhook = await serveWebhook(PATCH);
    bench.onClose(webhook.close);
    await bench.apply(configuration(webhook.url, webhook.caBundle));
    await bench.commit({
      'web.yaml': asYaml(aDeployment('web', { container: { imagePullPolicy: 'IfNotPresent' } })),
    });
    await bench.createApp();
    // The API server needs a moment to call a new webhook.
    await new Promise((resolve) => setTimeout(resolve, 5000));
    await bench.sync();
  },
  argocd: { sync: 'OutOfSync', drifting: ['Deployment/web'], operation: { phase: 'Succeeded' } },
  plumbline: { lead: 'mutated', paths: ['/spec/template/spec/containers/0/imagePullPolicy'] },
  fix: {
    says: 'what the webhook writes pinned in Git',
    async apply(bench) {
      await bench.commit({ 'web.yaml': asYaml(aDeployment('web', { container: { imagePullPolicy: 'Always' } })) });
    },
    leaves: { sync: 'Synced' },
  },
};
