import { describe, expect, it } from 'vitest';
import type { JsonObject, Manifest } from '../../../src/core/model/json.ts';
import { typedRewrite } from '../../argocd/typed-rewrite.ts';

const SOURCE = { repoURL: 'https://git.example.com/shop.git', path: 'apps' };
const anApp = (spec: JsonObject): Manifest => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'shop' },
  spec: { project: 'default', source: SOURCE, destination: { namespace: 'shop' }, ...spec },
});
const specAfter = (spec: JsonObject, version = 'v3.2.11'): unknown => typedRewrite(anApp(spec), version).spec;
const plain = anApp({}).spec;

describe('an Application that Argo CD writes back', () => {
  it.each<readonly [string, JsonObject]>([
    ['empty lists', { ignoreDifferences: [], info: [], sources: [] }],
    ['an empty policy', { syncPolicy: {} }],
    ['a policy that is empty without its zero values', { syncPolicy: { syncOptions: [] } }],
    ['empty options of a tool', { source: { ...SOURCE, helm: {}, directory: { recurse: false }, chart: '' } }],
  ])('has lost %s', (_, spec) => {
    expect(specAfter(spec)).toEqual(plain);
  });

  it('keeps what a pointer states, and what is never omitted', () => {
    const spec = {
      revisionHistoryLimit: 0,
      ignoreDifferences: [{ kind: '' }],
      syncPolicy: { automated: { enabled: false }, retry: { backoff: { factor: 0 } } },
    };
    expect(specAfter(spec)).toEqual({ ...(plain as JsonObject), ...spec });
  });

  it('keeps the switches of automated sync since 3.4', () => {
    const syncPolicy = { automated: { enabled: true, prune: false, selfHeal: false, allowEmpty: false } };
    expect(specAfter({ syncPolicy }, 'v3.4.0')).toMatchObject({ syncPolicy });
    expect(specAfter({ syncPolicy }, 'v3.3.9')).toMatchObject({ syncPolicy: { automated: { enabled: true } } });
    expect(specAfter({ syncPolicy }, 'v3.3.9')).not.toMatchObject({ syncPolicy });
  });

  it('drops the empty group of an ignore rule, which is the drift of its parent', () => {
    const rule = { kind: 'ServiceAccount', jsonPointers: ['/imagePullSecrets'] };
    expect(specAfter({ ignoreDifferences: [{ group: '', ...rule }] })).toMatchObject({ ignoreDifferences: [rule] });
    expect(specAfter({ ignoreDifferences: [{ group: '', ...rule }] })).not.toHaveProperty('ignoreDifferences.0.group');
  });
});
