import type { Json, Manifest } from '../../../../src/core/model/json.ts';
import type { ResourceRef } from '../../../../src/core/model/resource-ref.ts';
import { assemblePlan } from '../../../../src/core/remedy/plan/assemble.ts';
import type { Plan, PlanFrame, PlanKind, Step } from '../../../../src/core/remedy/plan/plan.ts';
import type { Candidate } from '../../../../src/core/remedy/plan/usage-proof.ts';
import { aManifest } from '../../../support/builders.ts';

const GROUPS: Readonly<Record<string, string>> = {
  Deployment: 'apps',
  StatefulSet: 'apps',
  Job: 'batch',
  Role: 'rbac.authorization.k8s.io',
  RoleBinding: 'rbac.authorization.k8s.io',
  ClusterRole: 'rbac.authorization.k8s.io',
  ClusterRoleBinding: 'rbac.authorization.k8s.io',
  IngressClass: 'networking.k8s.io',
  Ingress: 'networking.k8s.io',
  ValidatingWebhookConfiguration: 'admissionregistration.k8s.io',
  CustomResourceDefinition: 'apiextensions.k8s.io',
  Application: 'argoproj.io',
  NetworkPolicy: 'networking.k8s.io',
  PodDisruptionBudget: 'policy',
  PeerAuthentication: 'security.istio.io',
  Widget: 'example.com',
};
const CLUSTER_SCOPED = /^(Cluster|IngressClass|ValidatingWebhook|CustomResourceDefinition|Namespace$)/;

/** `ConfigMap/scripts`, in `shop` unless the kind has no namespace. */
export function refTo(text: string, namespace = 'shop'): ResourceRef {
  const [kind = '', name = ''] = text.split('/');
  return { group: GROUPS[kind] ?? '', kind, namespace: CLUSTER_SCOPED.test(kind) ? '' : namespace, name };
}

export function liveObject(ref: ResourceRef, body: Parameters<typeof aManifest>[0] = {}): Manifest {
  const metadata: Record<string, Json> = { uid: `uid-of-${ref.kind}-${ref.name}`, ...body.metadata };
  return aManifest({ ...body, metadata }, ref);
}

export function aCandidate(
  text: string,
  usedBy: readonly string[] = [],
  body: Parameters<typeof aManifest>[0] = {},
): Candidate {
  const ref = refTo(text);
  return {
    ref,
    version: 'v1',
    live: liveObject(ref, body),
    referrers: usedBy.map((referrer) => refTo(referrer)),
    mutated: [],
    authorship: { proof: 'this app’s last sync lists it as applied' },
  };
}

export function aFrame(parts: Partial<PlanFrame> = {}): PlanFrame {
  return {
    id: 'plan-1',
    instance: 'prod',
    app: { server: 'prod', namespace: 'argocd', name: 'checkout' },
    project: 'shop',
    environment: 'production',
    expiresAt: '2026-01-06T10:00:00Z',
    plannedAt: '2026-01-05T09:00:00Z',
    destination: { server: 'https://kubernetes.default.svc' },
    affected: [],
    ...parts,
  };
}

export function aStep(parts: Partial<Step> = {}): Step {
  return {
    verb: 'delete',
    target: refTo('ConfigMap/scripts'),
    version: 'v1',
    guard: { uid: 'u1', digest: 'd1', mutated: [] },
    check: 'gone',
    undo: { how: 'recreate', note: '' },
    tier: 2,
    usedBy: [],
    effects: [],
    ...parts,
  };
}

export function aPlan(
  steps: readonly Step[] = [aStep()],
  parts: Partial<PlanFrame> & { readonly kind?: PlanKind } = {},
): Plan {
  const { kind = 'delete-zombies', ...frame } = parts;
  const plan = assemblePlan(aFrame(frame), { kind, steps, excluded: [] });
  if (plan === undefined) throw new Error('a plan needs a step');
  return plan;
}

/** A plan of one step of the tier. */
export function aPlanOfTier(tier: Step['tier'], parts: Partial<PlanFrame> = {}): Plan {
  return aPlan([aStep({ tier })], parts);
}

export function names(items: readonly { readonly target: ResourceRef }[]): readonly string[] {
  return items.map(({ target }) => `${target.kind}/${target.name}`);
}
