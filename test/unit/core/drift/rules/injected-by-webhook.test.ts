import { injectedByWebhook } from '../../../../../src/core/drift/rules/injected-by-webhook.ts';
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
  ],
  ignores: [
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
