import { randomSecretRender } from '../../../../../src/core/drift/rules/random-secret-render.ts';
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

const ref = aRef({ group: '', kind: 'Secret', name: 'session-key' });
const metadata = { labels: { 'helm.sh/chart': 'shop-1.2.0' } };
const target = aManifest({ metadata, data: { key: '++++++++++++' } }, ref);
const bare = aManifest({ metadata, data: { key: '++++++++' } }, ref);
const live = writtenBy(bare, byArgoCd());
const edited = { manager: 'kubectl-edit', owns: { 'f:data': { 'f:key': {} } } };

testRule(randomSecretRender, {
  claims: [
    {
      when: 'Argo CD alone wrote it from this revision',
      subject: aSubject({ ref, target, live }),
      paths: ['/data/key'],
      fixes: ['fix-template', 'ignore-narrow'],
      confidence: 'likely',
      says: /Git renders another value now/,
    },
    {
      when: 'nothing says that Helm renders it, with less confidence',
      subject: aSubject({
        ref,
        target: aManifest({ data: { key: '++++++++++++' } }, ref),
        live: writtenBy(aManifest({ data: { key: '++++++++' } }, ref), byArgoCd()),
      }),
      paths: ['/data/key'],
      fixes: ['fix-template', 'ignore-narrow'],
      confidence: 'guess',
    },
  ],
  ignores: [
    {
      when: 'Git moved since the last sync',
      subject: aSubject({ ref, target, live, app: { operation: anOperation({ revisions: [OLDER_REVISION] }) } }),
    },
    { when: 'a person wrote it', subject: aSubject({ ref, target, live: writtenBy(bare, byArgoCd(), edited) }) },
    {
      when: 'two renders of the revision were the same',
      subject: aSubject({ ref, target, live, facts: { renders: ['a', 'a'] } }),
    },
    { when: 'nobody is known to have written it', subject: aSubject({ ref, target, live: bare }) },
    {
      when: 'it is no Secret',
      subject: aSubject({
        ref: { ...ref, kind: 'ConfigMap' },
        target: aManifest({ data: { key: 'a' } }),
        live: writtenBy(aManifest({ data: { key: 'b' } }), byArgoCd()),
      }),
    },
  ],
});
