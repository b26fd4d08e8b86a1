import type { ResourceObservation } from '../facts/observation.ts';
import { selects } from '../kubernetes/label-selector.ts';
import { type Manifest, stringAt } from '../model/json.ts';
import type { MutatingWebhook, WebhookRule } from '../model/observation.ts';
import { labelsOf } from './subject.ts';

/* Which admission webhooks see an object when it is written. */

export interface Interceptor {
  readonly webhook: MutatingWebhook;
  /** What was not known and might exclude the object after all; '' = nothing. */
  readonly doubt: string;
}

/** One that surely sees the object before one that may. undefined: none does, or nobody looked. */
export function findInterceptor(resource: ResourceObservation): Interceptor | undefined {
  const candidates = (resource.facts.webhooks ?? []).flatMap((webhook) => {
    if (!asksForKind(webhook, resource) || !selectsObject(webhook, resource)) return [];
    const chosen = choosesNamespace(webhook, resource);
    return chosen === false ? [] : [{ webhook, doubt: doubtOf(webhook, resource, chosen) }];
  });
  return candidates.find(({ doubt }) => doubt === '') ?? candidates[0];
}

export function describeInterceptor({ webhook, doubt }: Interceptor): string {
  return `mutating webhook ${webhook.name} intercepts this kind${doubt === '' ? '' : `; ${doubt}`}`;
}

function asksForKind({ rules }: MutatingWebhook, resource: ResourceObservation): boolean {
  return rules.length === 0 || rules.some((rule) => covers(rule, resource));
}

function covers({ groups, resources, versions, scope }: WebhookRule, resource: ResourceObservation): boolean {
  const { ref, target, live } = resource;
  const plural = pluralOf(ref.kind);
  const isOfScope = scope === undefined || (scope === 'Namespaced') === (ref.namespace !== '');
  return (
    isOfScope &&
    (groups.length === 0 || groups.includes('*') || groups.includes(ref.group)) &&
    (versions === undefined || versions.includes(versionOf(target ?? live))) &&
    (resources.length === 0 ||
      resources.some((name) => name === '*' || name === '*/*' || name === plural || name === `${plural}/*`))
  );
}

/** The version that Argo CD writes. */
function versionOf(manifest: Manifest | null): string {
  return (
    stringAt(manifest ?? {}, 'apiVersion')
      ?.split('/')
      .at(-1) ?? ''
  );
}

/** The API server asks when the object matches before or after the write. */
function selectsObject({ objectSelector }: MutatingWebhook, { target, live }: ResourceObservation): boolean {
  return objectSelector === undefined || [target, live].some((side) => side && selects(objectSelector, labelsOf(side)));
}

/** undefined: the labels of the namespace are not known. A namespace is chosen by its own; nothing else outside one is. */
function choosesNamespace(
  { namespaceSelector }: MutatingWebhook,
  { ref, target, live, facts }: ResourceObservation,
): boolean | undefined {
  if (namespaceSelector === undefined) return true;
  if (ref.group === '' && ref.kind === 'Namespace')
    return [target, live].some((side) => side && selects(namespaceSelector, labelsOf(side)));
  if (ref.namespace === '') return true;
  return facts.namespaceLabels && selects(namespaceSelector, facts.namespaceLabels);
}

function doubtOf({ isConditional }: MutatingWebhook, { ref }: ResourceObservation, chosen: true | undefined): string {
  if (chosen === undefined)
    return `it chooses namespaces by their labels, and those of ${ref.namespace} are not known here`;
  return isConditional ? 'its matchConditions may still exclude this object' : '';
}

/** As Kubernetes forms the plurals of its kinds. */
function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (/(s|x|ch|sh)$/.test(word)) return word === 'endpoints' ? word : `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
