import { listAt, type Manifest, stringAt } from '../../model/json.ts';
import { groupKind, isSame, kindAndName, type ResourceRef } from '../../model/resource-ref.ts';

/*
 * Objects that nobody names and that act all the same: by a selector, or by being there. That nothing refers to them
 * says nothing about what deleting them opens or lifts.
 */

const ADMISSION = 'admissionregistration.k8s.io';
const LETS_THROUGH = 'traffic that it blocks is let through';
const LIFTS_RULE = 'what it rejects or changes is admitted as it is';
const STOPS_ASKING = 'the API server stops asking this webhook';
const WITHOUT_CHECK = 'requests that it refuses are accepted';

/** What deleting one opens or lifts, in words. */
const OPENS: Readonly<Record<string, string>> = {
  'networking.k8s.io/NetworkPolicy': LETS_THROUGH,
  'cilium.io/CiliumNetworkPolicy': LETS_THROUGH,
  'cilium.io/CiliumClusterwideNetworkPolicy': LETS_THROUGH,
  'crd.projectcalico.org/NetworkPolicy': LETS_THROUGH,
  'crd.projectcalico.org/GlobalNetworkPolicy': LETS_THROUGH,
  'projectcalico.org/NetworkPolicy': LETS_THROUGH,
  'policy.networking.k8s.io/AdminNetworkPolicy': LETS_THROUGH,
  'policy.networking.k8s.io/BaselineAdminNetworkPolicy': LETS_THROUGH,
  'security.istio.io/PeerAuthentication': 'workloads may accept plain text again, where it demands mutual TLS',
  'security.istio.io/AuthorizationPolicy': WITHOUT_CHECK,
  'security.istio.io/RequestAuthentication': 'requests with invalid tokens are no longer refused',
  ResourceQuota: 'the limit on what its namespace may use is lifted',
  LimitRange: 'containers of its namespace get no default requests and limits any more, and its bounds are lifted',
  'policy/PodDisruptionBudget': 'a drain may evict all the pods that it protects at once',
  [`${ADMISSION}/ValidatingAdmissionPolicy`]: LIFTS_RULE,
  [`${ADMISSION}/ValidatingAdmissionPolicyBinding`]: LIFTS_RULE,
  [`${ADMISSION}/MutatingAdmissionPolicy`]: LIFTS_RULE,
  [`${ADMISSION}/MutatingAdmissionPolicyBinding`]: LIFTS_RULE,
  [`${ADMISSION}/ValidatingWebhookConfiguration`]: STOPS_ASKING,
  [`${ADMISSION}/MutatingWebhookConfiguration`]: STOPS_ASKING,
  'kyverno.io/Policy': LIFTS_RULE,
  'kyverno.io/ClusterPolicy': LIFTS_RULE,
};

/** Groups in which every kind acts. */
const ACTING_GROUPS: Readonly<Record<string, string>> = { 'constraints.gatekeeper.sh': LIFTS_RULE };

/**
 * What deleting the object opens or lifts; undefined = it only is what others name. `going`: what the same plan deletes.
 */
export function opensWhatOf(ref: ResourceRef, live: Manifest, going: readonly ResourceRef[]): string | undefined {
  const kind = groupKind(ref);
  const words = Object.hasOwn(OPENS, kind) ? OPENS[kind] : ACTING_GROUPS[ref.group];
  const effect = words ?? rightsLost(ref, live, going);
  return effect === undefined ? undefined : `${kindAndName(ref)}: ${effect}`;
}

/** A binding whose accounts all go in the same plan takes nothing from anybody. */
function rightsLost(ref: ResourceRef, live: Manifest, going: readonly ResourceRef[]): string | undefined {
  if (!/^rbac\.authorization\.k8s\.io\/(Cluster)?RoleBinding$/.test(groupKind(ref))) return undefined;
  const left = listAt(live, 'subjects').filter((subject) => {
    const [kind = '', name = ''] = [stringAt(subject, 'kind'), stringAt(subject, 'name')];
    const namespace = stringAt(subject, 'namespace') ?? ref.namespace;
    return kind !== 'ServiceAccount' || !going.some((other) => isSame(other, { group: '', kind, namespace, name }));
  });
  if (left.length === 0) return undefined;
  const named = left.slice(0, 3).map((subject) => `${stringAt(subject, 'kind')}/${stringAt(subject, 'name')}`);
  const rest = left.length > named.length ? ` and ${left.length - named.length} more` : '';
  return `${named.join(', ')}${rest} lose the rights that it grants`;
}
