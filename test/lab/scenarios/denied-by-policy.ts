import type { Manifest } from '../kubernetes/resource-paths.ts';
import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const POLICY = 'scn-denied-by-policy';

const policy: Manifest = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: POLICY },
  spec: {
    failurePolicy: 'Fail',
    matchConstraints: {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': POLICY } },
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] },
      ],
    },
    validations: [
      {
        expression:
          "object.metadata.name == 'kube-root-ca.crt' || (has(object.metadata.labels) && 'team' in object.metadata.labels)",
        message: 'every ConfigMap needs a team label',
      },
    ],
  },
};

const binding: Manifest = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: POLICY },
  spec: { policyName: POLICY, validationActions: ['Deny'] },
};

export const deniedByPolicy: Scenario = {
  id: 'denied-by-policy',
  title: 'sync refused by a ValidatingAdmissionPolicy',
  async arrange(bench) {
    await bench.apply(policy, binding);
    await bench.commit({ 'web.yaml': asYaml(aConfigMap('web')) });
    await bench.createApp();
    // The API server needs a moment to enforce a new policy.
    await new Promise((resolve) => setTimeout(resolve, 8000));
    await bench.sync();
  },
  argocd: {
    sync: 'OutOfSync',
    drifting: ['ConfigMap/web'],
    operation: { phase: 'Failed', says: /needs a team label/ },
  },
  plumbline: { lead: 'sync-failure' },
  fix: {
    says: 'the label added in Git, then synced',
    async apply(bench) {
      const labelled = { ...aConfigMap('web'), metadata: { name: 'web', labels: { team: 'a' } } };
      await bench.commit({ 'web.yaml': asYaml(labelled) });
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
