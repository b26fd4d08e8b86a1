import { describe, expect, it } from 'vitest';
import { classify } from '../../../../../src/core/classify/classify.ts';
import { aManifest, anObservation, aRef, byArgoCd, type SubjectSpec, writtenBy } from '../../../../support/builders.ts';

const ref = aRef({ group: 'shop.example.com', kind: 'Broker', name: 'orders' });
const custom = (spec: Record<string, unknown>) => aManifest({ spec }, ref);
const unhealed = { autoSync: { enabled: true, prune: false, selfHeal: false } };
const operator = { manager: 'broker-operator', owns: { 'f:spec': { 'f:replicas': {} } } };
const residualOf = (spec: SubjectSpec) =>
  classify(anObservation({ ref, ...spec })).filter(({ driftClass }) => driftClass === 'residual');

describe('residual', () => {
  it('takes what the others leave, and only that', () => {
    const spec: SubjectSpec = {
      app: unhealed,
      target: custom({ replicas: 3, mode: 'fast' }),
      live: writtenBy(custom({ replicas: 5, mode: 'slow' }), byArgoCd({ 'f:spec': { 'f:mode': {} } }), operator),
    };
    expect(classify(anObservation({ ref, ...spec })).map(({ driftClass, paths }) => [driftClass, paths])).toEqual([
      ['residual', ['/spec/mode']],
      ['mutated', ['/spec/replicas']],
    ]);
    expect(residualOf(spec)).toMatchObject([
      { rules: ['residual'], confidence: 'guess', cause: 'unexplained difference' },
    ]);
  });

  it('stays away when every change is claimed', () => {
    const spec = { target: custom({ replicas: 3 }), live: writtenBy(custom({ replicas: 5 }), operator) };
    expect(residualOf(spec)).toEqual([]);
  });

  it('speaks when a flagged resource has no difference', () => {
    const found = residualOf({ target: custom({ replicas: 3 }), live: custom({ replicas: 3 }) });
    expect(found).toMatchObject([{ paths: [], cause: 'flagged without a difference' }]);
    expect(found[0]?.fixes[0]?.kind).toBe('inspect-logs');
  });

  it('speaks beside a health finding, which explains no flag', () => {
    const sick = { resource: { health: { status: 'Degraded', message: 'no leader' } } };
    expect(classify(anObservation({ ref, ...sick })).map(({ driftClass }) => driftClass)).toEqual([
      'degraded',
      'residual',
    ]);
  });

  it('is silent for a resource that is Synced', () => {
    expect(residualOf({ resource: { status: 'Synced' } })).toEqual([]);
  });

  it('is silent for a hook, which has no status', () => {
    const observation = anObservation({ ref, resource: { hook: true } });
    const resources = observation.resources.map(({ status: _, ...hook }) => hook);
    expect(classify({ ...observation, resources })).toEqual([]);
  });

  it('says what the dry run and Argo CD’s own diff showed', () => {
    const facts = { dryRun: { changed: false, says: '' }, shownDiff: '', syncsLastHour: 12 };
    const says = residualOf({ facts }).flatMap(({ evidence }) => evidence.map((fact) => fact.says));
    expect(says).toEqual([
      'OutOfSync, and no field differs',
      'a server-side dry run changes nothing',
      'Argo CD’s own diff is empty',
      '12 syncs in the last hour',
    ]);
  });
});
