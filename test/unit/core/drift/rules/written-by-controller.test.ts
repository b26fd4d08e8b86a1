import { writtenByController } from '../../../../../src/core/drift/rules/written-by-controller.ts';
import { aManifest, aSubject, byArgoCd, type WriterSpec, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const target = aManifest({ spec: { replicas: 3, minReadySeconds: 5 } });
const owns = { 'f:spec': { 'f:replicas': {} } };
const scaledBy = (...writers: readonly WriterSpec[]) =>
  writtenBy(
    aManifest({ spec: { replicas: 7, minReadySeconds: 9 } }),
    byArgoCd({ 'f:spec': { 'f:minReadySeconds': {} } }),
    ...writers,
  );

testRule(writtenByController, {
  claims: [
    {
      when: 'a controller set another value than Git’s, leaving other changes alone',
      subject: aSubject({ target, live: scaledBy({ manager: 'capacity-operator', owns }) }),
      paths: ['/spec/replicas'],
      fixes: ['ignore-narrow', 'drop-from-git'],
      owner: 'capacity-operator',
      confidence: 'certain',
    },
    {
      when: 'it acts through the scale subresource',
      subject: aSubject({ target, live: scaledBy({ manager: 'capacity-operator', owns, subresource: 'scale' }) }),
      paths: ['/spec/replicas'],
      fixes: ['drop-from-git', 'ignore-narrow'],
    },
    {
      when: 'Git states an empty value that the controller fills',
      subject: aSubject({
        target: aManifest({ spec: { template: { spec: { nodeSelector: {} } } } }),
        live: writtenBy(aManifest({ spec: { template: { spec: { nodeSelector: { pool: 'spot' } } } } }), {
          manager: 'node-placer',
          owns: { 'f:spec': { 'f:template': { 'f:spec': { 'f:nodeSelector': {} } } } },
        }),
      }),
      paths: ['/spec/template/spec/nodeSelector'],
      fixes: ['drop-from-git', 'ignore-narrow'],
    },
    {
      when: 'Git states nothing there, so there is nothing to drop',
      subject: aSubject({
        live: writtenBy(aManifest({ spec: { priority: 5 } }), { manager: 'node-placer', owns: { 'f:spec': {} } }),
      }),
      paths: ['/spec'],
      fixes: ['ignore-narrow'],
    },
    {
      when: 'the audit log knows the client as a service account',
      subject: aSubject({
        target,
        live: scaledBy({ manager: 'kubectl-patch', owns }),
        facts: { auditedWrites: [{ by: 'system:serviceaccount:ops:nightly-scaler' }] },
      }),
      paths: ['/spec/replicas'],
      fixes: ['ignore-narrow', 'drop-from-git'],
      owner: 'ops/nightly-scaler',
    },
  ],
  ignores: [
    { when: 'a person wrote it', subject: aSubject({ target, live: scaledBy({ manager: 'kubectl-edit', owns }) }) },
    {
      when: 'another deployer wrote it',
      subject: aSubject({ target, live: scaledBy({ manager: 'helm-controller', owns }) }),
    },
    { when: 'only Argo CD wrote it', subject: aSubject({ target, live: scaledBy(byArgoCd(owns)) }) },
    {
      when: 'it was there before writers were recorded',
      subject: aSubject({ target, live: scaledBy({ manager: 'before-first-apply', owns }) }),
    },
    {
      when: 'the object is not in Git',
      subject: aSubject({ target: null, live: scaledBy({ manager: 'capacity-operator', owns }) }),
    },
  ],
});
