import { editedLeftover } from '../../../../../src/core/drift/rules/edited-leftover.ts';
import { aManifest, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const bare = aManifest({ spec: { replicas: 1 } });
const edit = { manager: 'kubectl-edit', owns: { 'f:spec': { 'f:replicas': {} } } };
const old = { ...edit, time: '2026-01-01T00:00:00Z' };
const target = null;

testRule(editedLeftover, {
  claims: [
    {
      when: 'a person wrote it after Argo CD did',
      subject: aSubject({ target, live: writtenBy(bare, byArgoCd(), edit) }),
      paths: [],
      fixes: ['pin-in-git'],
      owner: 'kubectl-edit',
      confidence: 'certain',
      says: /Git no longer has it, and kubectl-edit/,
    },
  ],
  ignores: [
    { when: 'Argo CD wrote it last', subject: aSubject({ target, live: writtenBy(bare, byArgoCd(), old) }) },
    {
      when: 'a controller wrote it since',
      subject: aSubject({ target, live: writtenBy(bare, byArgoCd(), { ...edit, manager: 'operator' }) }),
    },
    { when: 'Argo CD never wrote it', subject: aSubject({ target, live: writtenBy(bare, edit) }) },
    { when: 'Git has it', subject: aSubject({ live: writtenBy(bare, byArgoCd(), edit) }) },
  ],
});
