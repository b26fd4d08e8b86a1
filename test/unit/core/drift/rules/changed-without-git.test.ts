import { changedWithoutGit } from '../../../../../src/core/drift/rules/changed-without-git.ts';
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

const ref = aRef({ group: '', kind: 'ConfigMap', name: 'settings' });
const target = aManifest({ data: { LOG_LEVEL: 'info' } }, ref);
const live = aManifest({ data: { LOG_LEVEL: 'debug' } }, ref);
const container = (...args: readonly string[]) =>
  aManifest({ spec: { template: { spec: { containers: [{ name: 'web', args }] } } } });
const memory = (limit: string) =>
  aManifest({
    spec: { template: { spec: { containers: [{ name: 'web', resources: { limits: { memory: limit } } }] } } },
  });

testRule(changedWithoutGit, {
  claims: [
    {
      when: 'a value differs at the synced revision and nobody is known to own it',
      subject: aSubject({ ref, target, live }),
      paths: ['/data/LOG_LEVEL'],
      fixes: ['revert-live', 'pin-in-git'],
      owner: '',
      confidence: 'guess',
    },
    {
      when: 'a list has an element that Git’s list lacks',
      subject: aSubject({ target: container('serve'), live: container('serve', '--debug') }),
      paths: ['/spec/template/spec/containers/0/args/1'],
      fixes: ['revert-live', 'pin-in-git'],
      confidence: 'guess',
    },
  ],
  ignores: [
    {
      when: 'Git is ahead of the last sync',
      subject: aSubject({ ref, target, live, app: { operation: anOperation({ revisions: [OLDER_REVISION] }) } }),
    },
    {
      when: 'the last sync failed',
      subject: aSubject({ ref, target, live, app: { operation: anOperation({ phase: 'Failed' }) } }),
    },
    {
      when: 'a field is only in live',
      subject: aSubject({ ref, target, live: aManifest({ data: { LOG_LEVEL: 'info', TZ: 'UTC' } }, ref) }),
    },
    {
      when: 'managedFields name its writer',
      subject: aSubject({
        ref,
        target,
        live: writtenBy(live, byArgoCd(), { manager: 'config-operator', owns: { 'f:data': { 'f:LOG_LEVEL': {} } } }),
      }),
    },
    {
      when: 'both sides say the same in another spelling',
      subject: aSubject({ target: memory('1024Mi'), live: memory('1Gi') }),
    },
  ],
});
