import { assignedByApiServer } from '../../../../../src/core/drift/rules/assigned-by-api-server.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const service = aRef({ group: '', kind: 'Service' });
const claim = aRef({ group: '', kind: 'PersistentVolumeClaim', name: 'data' });

const withAddress = (clusterIP: string) => aManifest({ spec: { clusterIP, ports: [{ port: 80 }] } }, service);
const withStorage = (storage: string) => aManifest({ spec: { resources: { requests: { storage } } } }, claim);
const withVolume = (volumeName: string) => aManifest({ spec: { volumeName } }, claim);

testRule(assignedByApiServer, {
  claims: [
    {
      when: 'Git states an empty clusterIP',
      subject: aSubject({ ref: service, target: withAddress(''), live: withAddress('10.96.14.7') }),
      paths: ['/spec/clusterIP'],
      fixes: ['drop-from-git', 'ignore-narrow'],
      owner: 'kube-apiserver',
    },
    {
      when: 'Git states an empty volume name and the binder picked one',
      subject: aSubject({
        ref: claim,
        target: withVolume(''),
        live: withVolume('pvc-6f1d3a52-0c3e-4f0e-9a77-3f4b1a2c9d10'),
      }),
      paths: ['/spec/volumeName'],
      fixes: ['drop-from-git', 'ignore-narrow'],
    },
  ],
  ignores: [
    {
      when: 'Git pins another address',
      subject: aSubject({ ref: service, target: withAddress('10.96.0.50'), live: withAddress('10.96.14.7') }),
    },
    {
      when: 'Git wants a larger claim than there is',
      subject: aSubject({ ref: claim, target: withStorage('20Gi'), live: withStorage('10Gi') }),
    },
    {
      when: 'Git names another volume',
      subject: aSubject({ ref: claim, target: withVolume('archive-0'), live: withVolume('archive-1') }),
    },
    {
      when: 'the size grew in the template of a StatefulSet, which nobody resizes',
      subject: aSubject({
        ref: { kind: 'StatefulSet' },
        target: aManifest({ spec: { volumeClaimTemplates: [withStorage('10Gi')] } }),
        live: aManifest({ spec: { volumeClaimTemplates: [withStorage('20Gi')] } }),
      }),
    },
    {
      when: 'a custom resource has a field of that name',
      subject: aSubject({
        ref: { group: 'example.com', kind: 'Gateway' },
        target: aManifest({ spec: { clusterIP: '' } }),
        live: aManifest({ spec: { clusterIP: '10.96.14.7' } }),
      }),
    },
  ],
});
