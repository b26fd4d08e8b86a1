import { describe, expect, it } from 'vitest';
import { writesOfApply, writesOfPatch } from '../../../../../src/core/remedy/plan/field-writes.ts';
import { refTo } from '../builders.ts';

const target = refTo('Deployment/web');

describe('the fields that a step writes', () => {
  it('come from its patch and the earlier values in its undo', () => {
    const patch = { metadata: { annotations: { a: 'new', gone: null } }, spec: { replicas: 3 } };
    const undo = {
      how: 'patch',
      patch: { metadata: { annotations: { a: null, gone: 'old' } }, spec: { replicas: 1 } },
    } as const;
    expect(writesOfPatch({ target, patch, undo })).toEqual([
      { path: '/spec/replicas', before: '1', after: '3' },
      { path: '/metadata/annotations/gone', before: '"old"', after: '(absent)' },
      { path: '/metadata/annotations/a', before: '(absent)', after: '"new"' },
    ]);
  });

  it('are told element by element of a list that the patch replaces', () => {
    const image = (tag: string) => ({ spec: { template: { spec: { containers: [{ name: 'web', image: tag }] } } } });
    expect(
      writesOfPatch({ target, patch: image('web:2'), undo: { how: 'patch', patch: image('web:1') } }),
    ).toMatchObject([{ path: '/spec/template/spec/containers/0/image', before: '"web:1"', after: '"web:2"' }]);
  });

  it('of an apply are those that Git states', () => {
    const live = { kind: 'Deployment', spec: { replicas: 1, revisionHistoryLimit: 10 }, status: { replicas: 1 } };
    const desired = { kind: 'Deployment', spec: { replicas: 3 } };
    expect(writesOfApply(target, live, desired)).toEqual([{ path: '/spec/replicas', before: '1', after: '3' }]);
  });

  it('never show the values of a Secret', () => {
    const secret = (password: string) => ({ kind: 'Secret', data: { password } });
    const [write] = writesOfApply(refTo('Secret/db'), secret('b2xkLXZhbHVl'), secret('bmV3LXZhbHVl'));
    expect(write?.path).toBe('/data/password');
    expect(JSON.stringify(write)).not.toMatch(/b2xkLXZhbHVl|bmV3LXZhbHVl/);
  });
});
