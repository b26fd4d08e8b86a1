import { describe, expect, it } from 'vitest';
import { probeHash } from '../../../../src/core/scan/probe.ts';

const ref = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' };
const edited = { ...ref, resourceVersion: '1', modified: true };
const leftover = { ...ref, name: 'old', resourceVersion: '2', modified: false };
const inSync = { ...ref, name: 'calm', resourceVersion: '3', modified: false };
const all = [edited, leftover, inSync];
const listed = [ref, { ...ref, name: 'old' }];
const before = probeHash(all, listed);

describe('the hash of a probe', () => {
  it.each([
    ['a drifting resource is written', [{ ...edited, resourceVersion: '9' }, leftover, inSync]],
    ['a leftover is written', [edited, { ...leftover, resourceVersion: '9' }, inSync]],
    ['a resource starts to drift', [edited, leftover, { ...inSync, modified: true }]],
    ['a resource no longer drifts', [{ ...edited, modified: false }, leftover, inSync]],
    ['a leftover is gone', [edited, inSync]],
  ])('changes when %s', (_, resources) => {
    expect(probeHash(resources, listed)).not.toBe(before);
  });

  it.each([
    ['a resource in sync is written', [edited, leftover, { ...inSync, resourceVersion: '9' }]],
    ['they come in another order', all.toReversed()],
  ])('stays when %s', (_, resources) => {
    expect(probeHash(resources, listed)).toBe(before);
  });
});
