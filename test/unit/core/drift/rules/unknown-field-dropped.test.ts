import { unknownFieldDropped } from '../../../../../src/core/drift/rules/unknown-field-dropped.ts';
import { compileSchema } from '../../../../../src/core/kubernetes/schema.ts';
import type { Json } from '../../../../../src/core/model/json.ts';
import {
  aManifest,
  anOperation,
  aRef,
  aSubject,
  byArgoCd,
  OLDER_REVISION,
  writtenBy,
} from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: 'shop.example.com', kind: 'Broker', name: 'orders' });
const properties = { replicas: { type: 'integer' }, retention: { type: 'string' } };
const specOf = (extra: Record<string, Json>) =>
  compileSchema({ type: 'object', properties: { spec: { type: 'object', properties, ...extra } } });
const schema = specOf({});
const target = aManifest({ spec: { replicas: 3, retenton: '168h' } }, ref);
const live = writtenBy(aManifest({ spec: { replicas: 3 } }, ref), byArgoCd());
const healing = { autoSync: { enabled: true, prune: false, selfHeal: true } };
const ahead = { operation: anOperation({ revisions: [OLDER_REVISION] }) };

testRule(unknownFieldDropped, {
  claims: [
    {
      when: 'the schema does not know the name, whatever was synced',
      subject: aSubject({ app: ahead, ref, target, live, facts: { schema } }),
      paths: ['/spec/retenton'],
      fixes: ['drop-from-git', 'fix-manifest'],
      confidence: 'certain',
    },
    {
      when: 'this revision was applied with self-heal and the field is still absent',
      subject: aSubject({ app: healing, ref, target, live }),
      paths: ['/spec/retenton'],
      fixes: ['drop-from-git', 'fix-manifest'],
      confidence: 'likely',
    },
  ],
  ignores: [
    {
      when: 'the schema keeps unknown fields and Git is ahead',
      subject: aSubject({
        app: ahead,
        ref,
        target,
        live,
        facts: { schema: specOf({ 'x-kubernetes-preserve-unknown-fields': true }) },
      }),
    },
    {
      when: 'the schema knows the field and it was not synced yet',
      subject: aSubject({
        app: ahead,
        ref,
        target: aManifest({ spec: { replicas: 3, retention: '168h' } }, ref),
        live,
        facts: { schema },
      }),
    },
    {
      when: 'a person wrote the object since, who may have taken it out',
      subject: aSubject({
        app: healing,
        ref,
        target,
        live: writtenBy(aManifest({ spec: { replicas: 3 } }, ref), byArgoCd(), {
          manager: 'kubectl-edit',
          owns: { 'f:spec': { 'f:replicas': {} } },
        }),
      }),
    },
    {
      when: 'Argo CD never wrote the object',
      subject: aSubject({ app: healing, ref, target, live: aManifest({ spec: { replicas: 3 } }, ref) }),
    },
    {
      when: 'live holds another value',
      subject: aSubject({
        app: healing,
        ref,
        target: aManifest({ spec: { replicas: 3 } }, ref),
        live: writtenBy(aManifest({ spec: { replicas: 5 } }, ref), byArgoCd()),
      }),
    },
  ],
});
