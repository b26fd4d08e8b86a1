import { isObject, listAt, type Manifest, stringAt } from '../../core/model/json.ts';
import type { MutatingWebhook } from '../../core/model/observation.ts';

/** One per configuration, under the name kubectl shows. */
export function webhookOf(configuration: Manifest): MutatingWebhook {
  const rules = listAt(configuration, 'webhooks').flatMap((webhook) => listAt(webhook, 'rules'));
  return {
    name: stringAt(configuration, 'metadata', 'name') ?? '',
    rules: rules.filter(isObject).map((rule) => ({
      groups: listAt(rule, 'apiGroups').filter((group) => typeof group === 'string'),
      resources: listAt(rule, 'resources').filter((resource) => typeof resource === 'string'),
    })),
  };
}
