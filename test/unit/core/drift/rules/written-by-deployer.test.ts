import { writtenByDeployer } from '../../../../../src/core/drift/rules/written-by-deployer.ts';
import { aManifest, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const target = aManifest({ spec: { replicas: 3, minReadySeconds: 5 } });
const live = aManifest({ spec: { replicas: 2, minReadySeconds: 9 } });
const owns = { 'f:spec': { 'f:replicas': {} } };

testRule(writtenByDeployer, {
  claims: [
    {
      when: 'Flux applies the object too, leaving other changes alone',
      subject: aSubject({
        target,
        live: writtenBy(live, { manager: 'kustomize-controller', owns, operation: 'Apply' }),
      }),
      paths: ['/spec/replicas'],
      fixes: ['dedupe-owner', 'ignore-narrow'],
      owner: 'kustomize-controller',
      confidence: 'certain',
    },
    {
      when: 'Terraform took the field over from Argo CD',
      subject: aSubject({ target, live: writtenBy(live, byArgoCd(), { manager: 'Terraform', owns }) }),
      paths: ['/spec/replicas'],
      fixes: ['dedupe-owner', 'ignore-narrow'],
      owner: 'Terraform',
    },
  ],
  ignores: [
    {
      when: 'a controller wrote it',
      subject: aSubject({ target, live: writtenBy(live, { manager: 'capacity-operator', owns }) }),
    },
    { when: 'a person ran helm', subject: aSubject({ target, live: writtenBy(live, { manager: 'helm', owns }) }) },
    { when: 'only Argo CD wrote it', subject: aSubject({ target, live: writtenBy(live, byArgoCd()) }) },
    {
      when: 'the deployer wrote a field that agrees with Git',
      subject: aSubject({
        target: aManifest({ spec: { replicas: 2, minReadySeconds: 5 } }),
        live: writtenBy(live, { manager: 'Terraform', owns }),
      }),
    },
    { when: 'managedFields were not observed', subject: aSubject({ target, live }) },
  ],
});
