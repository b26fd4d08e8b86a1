import { nameChangesEveryTime } from '../../../../../src/core/drift/rules/name-changes-every-time.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: 'batch', kind: 'Job', name: 'initializer-2026-04-11-10-00' });
const target = aManifest({}, ref);

testRule(nameChangesEveryTime, {
  claims: [
    {
      when: 'two renders differ and the object is not there',
      subject: aSubject({ ref, target, live: null, facts: { renders: ['a', 'b'] } }),
      paths: [''],
      fixes: ['fix-template'],
    },
  ],
  ignores: [
    {
      when: 'the renders are the same',
      subject: aSubject({ ref, target, live: null, facts: { renders: ['a', 'a'] } }),
    },
    { when: 'nobody rendered twice', subject: aSubject({ ref, target, live: null }) },
    { when: 'the object is there', subject: aSubject({ ref, target, live: target, facts: { renders: ['a', 'b'] } }) },
  ],
});
