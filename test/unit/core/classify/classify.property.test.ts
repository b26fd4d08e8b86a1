import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../../src/core/classify/classify.ts';
import { compare } from '../../../../src/core/compare/compare.ts';
import type { Json, JsonObject, Manifest } from '../../../../src/core/model/json.ts';
import { json, jsonObject } from '../../../support/arbitraries.ts';
import { aManifest, anObservation, aRef, type SubjectSpec, writtenBy } from '../../../support/builders.ts';

const refs = [
  aRef(),
  aRef({ group: '', kind: 'ConfigMap' }),
  aRef({ group: 'example.com', kind: 'Widget' }),
  aRef({ group: 'argoproj.io', kind: 'Application' }),
];
const managers = ['argocd-controller', 'kubectl-edit', 'operator', 'helm-controller', 'kube-controller-manager'];

const spec: fc.Arbitrary<SubjectSpec> = fc
  .record({
    ref: fc.constantFrom(...refs),
    base: jsonObject,
    git: jsonObject,
    live: jsonObject,
    owners: fc.array(
      fc.record({
        manager: fc.constantFrom(...managers),
        field: fc.constantFrom('spec', 'data', 'metadata', 'name'),
        time: fc.constantFrom('2026-01-01T00:00:00Z', '2026-05-01T00:00:00Z'),
      }),
      { maxLength: 3 },
    ),
    sides: fc.constantFrom('both', 'git', 'live'),
    renders: fc.option(fc.constantFrom(['a', 'a'], ['a', 'b']), { nil: undefined }),
    serverSide: fc.boolean(),
    status: fc.constantFrom('OutOfSync', 'Synced'),
    phase: fc.constantFrom('Succeeded', 'Failed', 'Running'),
  })
  .map(({ ref, base, git, live, owners, sides, renders, serverSide, status, phase }) => {
    const make = (extra: JsonObject): Manifest => aManifest({ spec: { ...base, ...extra } as Json }, ref);
    const written = writtenBy(
      make(live),
      ...owners.map(({ manager, field, time }) => ({ manager, time, owns: { 'f:spec': { [`f:${field}`]: {} } } })),
    );
    return {
      ref,
      target: sides === 'live' ? null : make(git),
      live: sides === 'git' ? null : written,
      resource: { status },
      facts: renders === undefined ? {} : { renders },
      app: {
        syncOptions: serverSide ? ['ServerSideApply=true'] : [],
        operation: {
          phase,
          message: 'one or more objects failed to apply',
          retryCount: 0,
          autoHealAttempts: 0,
          revisions: ['r'],
          resources: [],
        },
        sync: { status, revisions: ['r'] },
      },
    };
  });

describe('classify, for anything observed', () => {
  it('puts every change in exactly one finding', () => {
    fc.assert(
      fc.property(spec, (given) => {
        const observation = anObservation(given);
        const [resource] = observation.resources;
        if (!resource) throw new TypeError('one resource was given');
        const expected = compare({ app: observation.app, resource }).changes.map(
          ({ path, desiredPath }) => `${path} ${desiredPath}`,
        );
        const found = classify(observation).flatMap(({ changes }) =>
          changes.map(({ path, desiredPath }) => `${path} ${desiredPath}`),
        );
        expect(found.toSorted()).toEqual([...expected].toSorted());
      }),
      { numRuns: 600 },
    );
  });

  it('gives every finding an id of its own, a fix, evidence and a proof that adds up', () => {
    fc.assert(
      fc.property(spec, (given) => {
        const findings = classify(anObservation(given));
        expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
        for (const { changes, evidence, fixes, paths } of findings) {
          expect(evidence.length).toBeGreaterThan(0);
          expect(fixes.length).toBeGreaterThan(0);
          expect(paths).toEqual(changes.map(({ path }) => path));
          for (const { closes, detail } of fixes) {
            expect(detail.length).toBeGreaterThan(0);
            if (closes) expect(closes.closed <= closes.of && closes.of === changes.length).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('says the same of the same observation, and what it says is plain JSON', () => {
    fc.assert(
      fc.property(spec, (given) => {
        const findings = classify(anObservation(given));
        expect(classify(anObservation(given))).toEqual(findings);
        expect(JSON.parse(JSON.stringify(findings))).toEqual(findings);
      }),
      { numRuns: 100 },
    );
  });

  it('survives any value where Kubernetes expects another', () => {
    fc.assert(
      fc.property(json, json, (target, live) => {
        const odd = (value: Json): Manifest => ({
          apiVersion: 'v1',
          kind: 'Deployment',
          metadata: value,
          spec: value,
          status: value,
        });
        expect(() => classify(anObservation({ target: odd(target), live: odd(live) }))).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });
});
