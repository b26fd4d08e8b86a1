import { describe, expect, it } from 'vitest';
import { classify } from '../../../../src/core/classify/classify.ts';
import type { Json, Manifest } from '../../../../src/core/model/json.ts';
import {
  aManifest,
  anObservation,
  anOperation,
  aRef,
  byArgoCd,
  OLDER_REVISION,
  type SubjectSpec,
  writtenBy,
} from '../../../support/builders.ts';

/* What Git states and the cluster lacks, or has in another order: `argocd app diff` shows it, and a sync closes it. */

const unhealed = { autoSync: { enabled: true, prune: false, selfHeal: false } };
const pod = (spec: Record<string, Json>) => aManifest({ spec: { template: { spec } } });
const named = (...names: readonly string[]) => names.map((name) => ({ name, image: `${name}:1` }));

/** As Argo CD answers: its verdict is what differs. */
function found(target: Manifest, live: Manifest, spec: SubjectSpec = {}) {
  const written = writtenBy(live, byArgoCd());
  const verdict = { normalizedLive: live, predicted: target };
  return classify(anObservation({ app: unhealed, ...spec, target, live: written, resource: { verdict } })).map(
    ({ driftClass, paths, fixes }) => ({
      driftClass,
      paths,
      first: fixes[0]?.kind,
      kinds: fixes.map(({ kind }) => kind),
    }),
  );
}

describe('at the revision that was synced with success', () => {
  it.each([
    [
      'a removed container',
      pod({ containers: named('web', 'proxy') }),
      pod({ containers: named('web') }),
      '/spec/template/spec/containers/1',
    ],
    [
      'a removed field of a container',
      pod({ containers: [{ name: 'web', image: 'web:1', command: ['serve'] }] }),
      pod({ containers: [{ name: 'web', image: 'web:1' }] }),
      '/spec/template/spec/containers/0/command',
    ],
    [
      'a removed field of the spec',
      aManifest({ spec: { replicas: 2, minReadySeconds: 30 } }),
      aManifest({ spec: { replicas: 2 } }),
      '/spec/minReadySeconds',
    ],
    [
      'reordered containers',
      pod({ containers: named('web', 'proxy') }),
      pod({ containers: named('proxy', 'web') }),
      '/spec/template/spec/containers',
    ],
    [
      'reordered variables',
      pod({
        containers: [
          {
            name: 'web',
            env: [
              { name: 'A', value: '1' },
              { name: 'B', value: '$(A)' },
            ],
          },
        ],
      }),
      pod({
        containers: [
          {
            name: 'web',
            env: [
              { name: 'B', value: '$(A)' },
              { name: 'A', value: '1' },
            ],
          },
        ],
      }),
      '/spec/template/spec/containers/0/env',
    ],
  ])('%s is a change past Git', (_, target, live, path) => {
    expect(found(target, live)).toMatchObject([{ driftClass: 'manual-change', paths: [path], first: 'revert-live' }]);
  });

  it('under server-side apply, which records nothing, it is named and not blamed on anybody', () => {
    const app = { ...unhealed, syncOptions: ['ServerSideApply=true'] };
    const [target, live] = [pod({ containers: named('web', 'proxy') }), pod({ containers: named('web') })];
    const [only] = found(target, live, { app });
    expect(only).toMatchObject({ driftClass: 'residual', paths: ['/spec/template/spec/containers/1'] });
    expect(only?.kinds).not.toContain('upgrade-argocd');
  });

  it('Git’s newer order waits for its sync', () => {
    const app = { ...unhealed, operation: anOperation({ revisions: [OLDER_REVISION] }) };
    const [target, live] = [pod({ containers: named('web', 'proxy') }), pod({ containers: named('proxy', 'web') })];
    expect(found(target, live, { app })).toMatchObject([{ driftClass: 'pending', first: 'sync' }]);
  });

  it('is never blamed on the version of Argo CD while a field differs', () => {
    const app = { ...unhealed, operation: anOperation({ phase: 'Failed', revisions: [OLDER_REVISION] }) };
    const [target, live] = [pod({ containers: named('web', 'proxy') }), pod({ containers: named('web') })];
    for (const { kinds } of found(target, live, { app })) expect(kinds).not.toContain('upgrade-argocd');
  });
});

describe('a Secret that Helm renders with a random value', () => {
  const ref = aRef({ group: '', kind: 'Secret', name: 'session-key' });
  const secret = (value: string) =>
    aManifest({ metadata: { labels: { 'helm.sh/chart': 'shop-1.2.0' } }, data: { key: value } }, ref);

  it('is a render that changes every time', () => {
    expect(found(secret('++++++++++++'), secret('++++++++'), { ref })).toMatchObject([
      { driftClass: 'nondeterministic', paths: ['/data/key'], first: 'fix-template' },
    ]);
  });

  it('is pending where Git moved since', () => {
    const app = { ...unhealed, operation: anOperation({ revisions: [OLDER_REVISION] }) };
    expect(found(secret('++++++++++++'), secret('++++++++'), { ref, app })).toMatchObject([{ driftClass: 'pending' }]);
  });
});
