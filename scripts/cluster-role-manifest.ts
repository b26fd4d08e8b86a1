import { CLUSTER_NEEDS, type ClusterNeed, type ClusterRule } from '../src/ports/cluster-rights.ts';
import { BUNDLE_NEED, CLUSTER_WRITE_NEEDS } from '../src/ports/cluster-write-rights.ts';

interface Role {
  readonly kind: 'ClusterRole' | 'Role';
  readonly name: string;
  readonly needs: readonly ClusterNeed[];
  /** Where its list stands, and what matters about it. */
  readonly comment: string;
}

/** deploy/kubernetes/cluster-role.yaml: exactly what the reader asks for, each part with its reason. */
export function clusterRoleManifest(): string {
  return roleManifest({
    kind: 'ClusterRole',
    name: 'plumbline-read',
    needs: CLUSTER_NEEDS,
    comment: 'src/ports/cluster-rights.ts by `npm run docs`. Do not edit. It reads, and never Secrets.',
  });
}

/** deploy/remediation/cluster-role-write.yaml: what an approved change may need. */
export function writeRoleManifest(): string {
  return roleManifest({
    kind: 'ClusterRole',
    name: 'plumbline-write',
    needs: CLUSTER_WRITE_NEEDS.map(({ purpose, rules, orElse }) => ({
      purpose: orElse === undefined ? purpose : `${purpose}. Yours to leave out: ${orElse}`,
      rules,
    })),
    comment:
      'src/ports/cluster-write-rights.ts by `npm run docs`. Do not edit. Nothing is written without an approval.',
  });
}

/** deploy/remediation/role-bundles.yaml: where dumps are kept. */
export function bundleRoleManifest(): string {
  return roleManifest({
    kind: 'Role',
    name: 'plumbline-bundles',
    needs: [BUNDLE_NEED],
    comment: 'src/ports/cluster-write-rights.ts by `npm run docs`. Do not edit. In Plumbline’s own namespace only.',
  });
}

function roleManifest({ kind, name, needs, comment }: Role): string {
  return [
    `# Generated from ${comment}`,
    'apiVersion: rbac.authorization.k8s.io/v1',
    `kind: ${kind}`,
    'metadata:',
    `  name: ${name}`,
    ...(kind === 'Role' ? ['  namespace: plumbline'] : []),
    '  labels: { app.kubernetes.io/name: plumbline }',
    'rules:',
    ...needs.flatMap(({ purpose, rules }) => [`  # ${purpose}`, ...rules.flatMap(ruleLines)]),
    '',
  ].join('\n');
}

function ruleLines({ group, resources, verbs }: ClusterRule): readonly string[] {
  return [`  - apiGroups: ["${group}"]`, `    resources: ${flowList(resources)}`, `    verbs: ${flowList(verbs)}`];
}

function flowList(items: readonly string[]): string {
  return `[${items.map((item) => `"${item}"`).join(', ')}]`;
}
