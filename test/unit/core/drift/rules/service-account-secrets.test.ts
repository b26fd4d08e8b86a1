import { serviceAccountSecrets } from '../../../../../src/core/drift/rules/service-account-secrets.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: '', kind: 'ServiceAccount', name: 'checkout' });
const registry = { name: 'registry-pull' };
const token = { name: 'checkout-token-8xk2v' };
const dockercfg = { name: 'checkout-dockercfg-2lq9d' };

testRule(serviceAccountSecrets, {
  claims: [
    {
      when: 'a pull secret is appended to the list that Git declares',
      subject: aSubject({
        ref,
        target: aManifest({ imagePullSecrets: [registry] }, ref),
        live: aManifest({ imagePullSecrets: [registry, dockercfg] }, ref),
      }),
      paths: ['/imagePullSecrets/1'],
      fixes: ['ignore-narrow', 'drop-from-git'],
    },
    {
      when: 'both lists grew, leaving other changes alone',
      subject: aSubject({
        ref,
        target: aManifest({ secrets: [], imagePullSecrets: [], automountServiceAccountToken: true }, ref),
        live: aManifest(
          { secrets: [token, dockercfg], imagePullSecrets: [dockercfg], automountServiceAccountToken: false },
          ref,
        ),
      }),
      paths: ['/secrets', '/imagePullSecrets'],
      fixes: ['ignore-narrow', 'drop-from-git'],
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'Git’s own pull secret is missing live',
      subject: aSubject({
        ref,
        target: aManifest({ imagePullSecrets: [registry, dockercfg] }, ref),
        live: aManifest({ imagePullSecrets: [dockercfg] }, ref),
      }),
    },
    {
      when: 'another field of the ServiceAccount differs',
      subject: aSubject({
        ref,
        target: aManifest({ automountServiceAccountToken: true }, ref),
        live: aManifest({ automountServiceAccountToken: false }, ref),
      }),
    },
    {
      when: 'a pod template got the pull secret',
      subject: aSubject({
        target: aManifest({ spec: { template: { spec: { imagePullSecrets: [registry] } } } }),
        live: aManifest({ spec: { template: { spec: { imagePullSecrets: [registry, dockercfg] } } } }),
      }),
    },
  ],
});
