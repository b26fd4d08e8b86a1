import { storageGrew } from '../../../../../src/core/drift/rules/storage-grew.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: '', kind: 'PersistentVolumeClaim', name: 'data' });
const path = '/spec/resources/requests/storage';
const claim = (storage: string) => aManifest({ spec: { resources: { requests: { storage } } } }, ref);

testRule(storageGrew, {
  claims: [
    {
      when: 'the claim is larger than Git says',
      subject: aSubject({ ref, target: claim('10Gi'), live: claim('20Gi') }),
      paths: [path],
      fixes: ['pin-in-git', 'ignore-narrow'],
    },
    {
      when: 'storage rounded the size up in another unit',
      subject: aSubject({ ref, target: claim('1G'), live: claim('1Gi') }),
      paths: [path],
      fixes: ['pin-in-git', 'ignore-narrow'],
    },
  ],
  ignores: [
    { when: 'Git asks for more than there is', subject: aSubject({ ref, target: claim('20Gi'), live: claim('10Gi') }) },
    {
      when: 'the sizes are the same in other words',
      subject: aSubject({ ref, target: claim('1024Mi'), live: claim('1Gi') }),
    },
    {
      when: 'it is no claim',
      subject: aSubject({
        target: aManifest({ spec: { resources: { requests: { storage: '1Gi' } } } }),
        live: aManifest({ spec: { resources: { requests: { storage: '2Gi' } } } }),
      }),
    },
  ],
});
