import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../../src/core/compare/compare.ts';
import { prove } from '../../../../src/core/fix/prove.ts';
import { edited, fromTheBack } from '../../../../src/core/model/edit.ts';
import { isEqual } from '../../../../src/core/model/equal.ts';
import { isObject, type Json } from '../../../../src/core/model/json.ts';
import { relatedPair } from '../../../support/arbitraries.ts';
import { aManifest, anApp, aRef, aResource } from '../../../support/builders.ts';

const ref = aRef({ group: 'example.com', kind: 'Widget' });
const app = anApp();

describe('a proven fix', () => {
  it('pins exactly what it claims: the pinned manifest differs nowhere that was counted as closed', () => {
    fc.assert(
      fc.property(relatedPair, ([live, desired]) => {
        const resource = aResource({
          ref,
          target: aManifest({ spec: desired }, ref),
          live: aManifest({ spec: live }, ref),
        });
        const before = compare({ app, resource });
        const changes = before.changes.filter((change) => change.live !== undefined && change.path !== '');
        if (changes.length === 0 || resource.target === null) return;
        const closes = prove(
          { kind: 'pin-in-git', paths: changes.map(({ path }) => path) },
          changes,
          { app, resource },
          before,
        );
        let pinned: Json = resource.target;
        for (const { desiredPath, live: value } of changes) pinned = edited(pinned, desiredPath, value);
        const again = compare({
          app,
          resource: { ...resource, status: 'Synced', target: isObject(pinned) ? pinned : null },
        });
        const open = changes.filter(({ path }) =>
          again.changes.some((change) => change.path === path || change.path.startsWith(`${path}/`)),
        );
        if (!before.promoted) expect(closes).toEqual({ closed: changes.length - open.length, of: changes.length });
      }),
      { numRuns: 400 },
    );
  });

  it('closes everything when live is set back to Git', () => {
    fc.assert(
      fc.property(relatedPair, ([live, desired]) => {
        const resource = aResource({
          ref,
          target: aManifest({ spec: desired }, ref),
          live: aManifest({ spec: live }, ref),
        });
        const before = compare({ app, resource });
        const keyed = before.changes.filter(({ path }) => !/\/\d+(\/|$)/.test(path));
        if (keyed.length === 0) return;
        const closes = prove(
          { kind: 'revert-live', paths: keyed.map(({ path }) => path) },
          keyed,
          { app, resource },
          before,
        );
        expect(closes).toEqual({ closed: keyed.length, of: keyed.length });
      }),
      { numRuns: 400 },
    );
  });
});

describe('edits', () => {
  it('never mutate, and removing from the back keeps indexes true', () => {
    const list = { a: ['x', 'y', 'z'] };
    let result: Json = list;
    for (const pointer of fromTheBack(['/a/0', '/a/2', '/a/1'])) result = edited(result, pointer, undefined);
    expect(result).toEqual({ a: [] });
    expect(list).toEqual({ a: ['x', 'y', 'z'] });
    expect(isEqual(edited({}, '/a/b', 1), { a: { b: 1 } })).toBe(true);
    expect(fromTheBack(['/l/2', '/l/10'])).toEqual(['/l/10', '/l/2']);
  });
});
