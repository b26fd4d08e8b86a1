import { at, isObject, type Json, type JsonObject, listAt, type Manifest, stringAt } from '../../core/model/json.ts';
import type { MutatingWebhook, WebhookRule } from '../../core/model/observation.ts';

/** Each webhook that may write what is stored, under the name of its configuration: the one kubectl shows. */
export function webhooksOf(configuration: Manifest): readonly MutatingWebhook[] {
  const name = stringAt(configuration, 'metadata', 'name') ?? '';
  return listAt(configuration, 'webhooks').flatMap((webhook) => {
    const rules = listAt(webhook, 'rules')
      .filter(writes)
      .map((rule) => ruleOf(rule, stringAt(webhook, 'matchPolicy')));
    return rules.length === 0 ? [] : [{ name, rules, ...choiceOf(webhook) }];
  });
}

/** Only a create or an update can change what is stored; DELETE and CONNECT store nothing. */
function writes(rule: Json): boolean {
  const operations = textsAt(rule, 'operations');
  return operations.length === 0 || operations.some((operation) => /^(\*|CREATE|UPDATE)$/.test(operation));
}

/** `Equivalent`, the default, also matches what is written through another version of the API; `Exact` does not. */
function ruleOf(rule: Json, matchPolicy: string | undefined): WebhookRule {
  const versions = textsAt(rule, 'apiVersions');
  const scope = stringAt(rule, 'scope');
  return {
    groups: textsAt(rule, 'apiGroups'),
    resources: textsAt(rule, 'resources'),
    ...(matchPolicy === 'Exact' && !versions.includes('*') ? { versions } : {}),
    ...(scope === 'Cluster' || scope === 'Namespaced' ? { scope } : {}),
  };
}

function choiceOf(webhook: Json): Omit<MutatingWebhook, 'name' | 'rules'> {
  const namespaceSelector = selectorAt(webhook, 'namespaceSelector');
  const objectSelector = selectorAt(webhook, 'objectSelector');
  return {
    ...(namespaceSelector ? { namespaceSelector } : {}),
    ...(objectSelector ? { objectSelector } : {}),
    ...(listAt(webhook, 'matchConditions').length > 0 ? { isConditional: true } : {}),
  };
}

/** An empty selector selects everything, as an absent one does here. */
function selectorAt(webhook: Json, key: string): JsonObject | undefined {
  const selector = at(webhook, key);
  return isObject(selector) && Object.keys(selector).length > 0 ? selector : undefined;
}

function textsAt(value: Json, key: string): readonly string[] {
  return listAt(value, key).filter((entry) => typeof entry === 'string');
}
