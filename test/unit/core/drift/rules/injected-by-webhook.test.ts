import { injectedByWebhook } from '../../../../../src/core/drift/rules/injected-by-webhook.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import type { MutatingWebhook, WebhookRule } from '../../../../../src/core/model/observation.ts';
import { aManifest, anOperation, aSubject, byArgoCd, OLDER_REVISION, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const web = { name: 'web', image: 'web:2.0' };
const pod = (spec: Record<string, unknown>) =>
  aManifest({ spec: { template: { spec: { containers: [web], ...spec } } } });
const containers = (...names: readonly string[]) => pod({ containers: [web, ...names.map((name) => ({ name }))] });
const image = (name: string) => pod({ containers: [{ ...web, image: name }] });

const intercepting = (resource: string, group = 'apps') => ({
  webhooks: [{ name: 'mutate.example.com', rules: [{ groups: [group], resources: [resource] }] }],
});
const webhook = intercepting('deployments');
const choosing = (choice: Partial<MutatingWebhook>, namespaceLabels?: JsonObject) => ({
  webhooks: webhook.webhooks.map((one) => ({ ...one, ...choice })),
  ...(namespaceLabels ? { namespaceLabels } : {}),
});
const injecting = { namespaceSelector: { matchLabels: { inject: 'enabled' } } };
const labelled = { objectSelector: { matchLabels: { inject: 'yes' } } };
const ruled = (parts: Partial<WebhookRule>) =>
  choosing({ rules: [{ groups: ['apps'], resources: ['deployments'], ...parts }] });
const tolerations = [{ key: 'spot', operator: 'Exists' }];

testRule(injectedByWebhook, {
  claims: [
    {
      when: 'a well-known sidecar is there and nobody looked for webhooks',
      subject: aSubject({ target: pod({}), live: containers('istio-proxy') }),
      paths: ['/spec/template/spec/containers/1'],
      fixes: ['ignore-narrow', 'pin-in-git'],
      owner: 'an injecting webhook',
      confidence: 'guess',
    },
    {
      when: 'a webhook intercepts the kind and Git leaves the field out',
      subject: aSubject({ target: pod({}), live: pod({ tolerations }), facts: webhook }),
      paths: ['/spec/template/spec/tolerations'],
      fixes: ['ignore-narrow', 'pin-in-git'],
      owner: 'mutating webhook mutate.example.com',
      confidence: 'likely',
    },
    {
      when: 'a webhook fills what Git states empty',
      subject: aSubject({ target: pod({ tolerations: [] }), live: pod({ tolerations }), facts: webhook }),
      paths: ['/spec/template/spec/tolerations'],
      fixes: ['drop-from-git', 'ignore-narrow'],
    },
    {
      when: 'Argo CD synced this revision and yet another value arrived',
      subject: aSubject({
        target: image('web:2.0'),
        live: writtenBy(image('mirror.example.com/web:2.0'), byArgoCd()),
        facts: webhook,
      }),
      paths: ['/spec/template/spec/containers/0/image'],
      fixes: ['ignore-narrow', 'pin-in-git'],
    },
    {
      when: 'the webhook chooses the namespace by its labels',
      subject: aSubject({
        target: pod({}),
        live: pod({ tolerations }),
        facts: choosing(injecting, { inject: 'enabled' }),
      }),
      paths: ['/spec/template/spec/tolerations'],
      fixes: ['ignore-narrow', 'pin-in-git'],
      confidence: 'likely',
    },
    {
      when: 'nobody knows the labels of the namespace that the webhook chooses by',
      subject: aSubject({ target: pod({}), live: pod({ tolerations }), facts: choosing(injecting) }),
      paths: ['/spec/template/spec/tolerations'],
      fixes: ['ignore-narrow', 'pin-in-git'],
      confidence: 'guess',
      says: /those of shop are not known here/,
    },
    {
      when: 'one webhook may intercept it and another surely does',
      subject: aSubject({
        target: pod({}),
        live: pod({ tolerations }),
        facts: { webhooks: [...choosing(injecting).webhooks, { name: 'sure.example.com', rules: [] }] },
      }),
      paths: ['/spec/template/spec/tolerations'],
      fixes: ['ignore-narrow', 'pin-in-git'],
      owner: 'mutating webhook sure.example.com',
      confidence: 'likely',
    },
    {
      when: 'only the API server can tell whether its conditions hold',
      subject: aSubject({ target: pod({}), live: pod({ tolerations }), facts: choosing({ isConditional: true }) }),
      paths: ['/spec/template/spec/tolerations'],
      fixes: ['ignore-narrow', 'pin-in-git'],
      confidence: 'guess',
    },
    {
      when: 'the webhook chooses the object by its labels',
      subject: aSubject({
        target: { ...pod({}), metadata: { name: 'checkout', labels: { inject: 'yes' } } },
        live: { ...pod({ tolerations }), metadata: { name: 'checkout', labels: { inject: 'yes' } } },
        facts: choosing(labelled),
      }),
      paths: ['/spec/template/spec/tolerations'],
      fixes: ['ignore-narrow', 'pin-in-git'],
      confidence: 'likely',
    },
    {
      when: 'the webhook chooses by namespace and the object is in none',
      subject: aSubject({
        ref: { group: 'scheduling.k8s.io', kind: 'PriorityClass', namespace: '' },
        target: aManifest({ value: 1 }),
        live: aManifest({ value: 1, injected: true }),
        facts: { webhooks: [{ name: 'mutate.example.com', rules: [], ...injecting }] },
      }),
      paths: ['/injected'],
      fixes: ['ignore-narrow', 'pin-in-git'],
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'the webhook leaves the namespace out',
      subject: aSubject({
        target: pod({}),
        live: pod({ tolerations }),
        facts: choosing(injecting, { inject: 'disabled' }),
      }),
    },
    {
      when: 'the webhook leaves objects without its label out',
      subject: aSubject({ target: pod({}), live: pod({ tolerations }), facts: choosing(labelled) }),
    },
    {
      when: 'the webhook asks for another version, exactly',
      subject: aSubject({ target: pod({}), live: pod({ tolerations }), facts: ruled({ versions: ['v1beta1'] }) }),
    },
    {
      when: 'the webhook asks for what is in no namespace',
      subject: aSubject({ target: pod({}), live: pod({ tolerations }), facts: ruled({ scope: 'Cluster' }) }),
    },
    {
      when: 'a sidecar of our own is there and nobody looked for webhooks',
      subject: aSubject({ target: pod({}), live: containers('cache-warmer') }),
    },
    {
      when: 'the webhook intercepts pods, not what makes them',
      subject: aSubject({ target: pod({}), live: pod({ tolerations }), facts: intercepting('pods', '') }),
    },
    {
      when: 'the value differs and Git is ahead of the last sync',
      subject: aSubject({
        target: image('web:2.0'),
        live: writtenBy(image('web:1.9'), byArgoCd()),
        facts: webhook,
        app: { operation: anOperation({ revisions: [OLDER_REVISION] }) },
      }),
    },
    {
      when: 'live lacks what Git states',
      subject: aSubject({ target: pod({ tolerations }), live: pod({}), facts: webhook }),
    },
    {
      when: 'a controller owns the value that differs',
      subject: aSubject({
        target: image('web:2.0'),
        live: writtenBy(image('web:2.1'), byArgoCd(), { manager: 'image-updater', owns: { 'f:spec': {} } }),
        facts: webhook,
      }),
    },
  ],
});
