import { CLUSTER_NEEDS, type ClusterRule } from '../src/ports/cluster-rights.ts';

/** deploy/kubernetes/cluster-role.yaml: exactly what the reader asks for, each part with its reason. */
export function clusterRoleManifest(): string {
  return [
    '# Generated from src/ports/cluster-rights.ts by `npm run docs`. Do not edit. It reads, and never Secrets.',
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRole',
    'metadata:',
    '  name: plumbline-read',
    '  labels: { app.kubernetes.io/name: plumbline }',
    'rules:',
    ...CLUSTER_NEEDS.flatMap(({ purpose, rules }) => [`  # ${purpose}`, ...rules.flatMap(ruleLines)]),
    '',
  ].join('\n');
}

function ruleLines({ group, resources, verbs }: ClusterRule): readonly string[] {
  return [`  - apiGroups: ["${group}"]`, `    resources: ${flowList(resources)}`, `    verbs: ${flowList(verbs)}`];
}

function flowList(items: readonly string[]): string {
  return `[${items.map((item) => `"${item}"`).join(', ')}]`;
}
