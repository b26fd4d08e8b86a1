import { describe, expect, it } from 'vitest';
import { classify } from '../../../../src/core/classify/classify.ts';
import { compileSchema } from '../../../../src/core/kubernetes/schema.ts';
import { findingMovementOf } from '../../../../src/core/memory/movement.ts';
import type { PatternRecord } from '../../../../src/core/memory/pattern-record.ts';
import { scanResult } from '../../../../src/core/memory/scan-result.ts';
import type { Finding } from '../../../../src/core/model/finding.ts';
import type { Json } from '../../../../src/core/model/json.ts';
import { findingId, patternId, shapeOf, shortId } from '../../../../src/core/pattern/identity.ts';
import { aManifest, anApp, anObservation, aRef, byArgoCd, writtenBy } from '../../../support/builders.ts';
import { afterSightings, T0 } from '../../../support/memory-builders.ts';

const schema = compileSchema({ properties: { spec: { properties: { a: { default: 1 }, b: { default: 2 } } } } });

/** One defaulted custom resource of an app; `filled` are the fields that the API server filled in. */
function findingsOf(app: string, name: string, filled: Record<string, Json>): readonly Finding[] {
  const ref = aRef({ group: 'example.com', kind: 'Widget', name });
  const live = writtenBy(aManifest({ spec: { x: 1, ...filled } }, ref), byArgoCd({ 'f:spec': { 'f:x': {} } }, 'Apply'));
  const { ref: appRef } = anApp({ ref: { server: 'prod', namespace: 'argocd', name: app } });
  return classify(
    anObservation({
      ref,
      app: { ref: appRef, syncOptions: ['ServerSideApply=true'] },
      facts: { schema },
      target: aManifest({ spec: { x: 1 } }, ref),
      live,
    }),
  );
}

/** As a scan of their apps groups them. */
function patternsOf(findings: readonly Finding[]): readonly PatternRecord[] {
  const apps = [...Map.groupBy(findings, ({ app }) => app.name).values()].map((some) =>
    afterSightings({ ref: some[0]?.app ?? anApp().ref, found: { findings: some, runbook: [], gaps: [] } }),
  );
  return scanResult(apps, { instance: 'prod', now: T0 }).patterns;
}

describe('identity', () => {
  const app = { server: 'prod', namespace: 'argocd', name: 'checkout' };

  it('of a finding is app, resource and class, and nothing else', () => {
    const id = findingId(app, aRef(), 'mutated');
    expect(findingId(app, aRef(), 'mutated')).toBe(id);
    expect(findingId({ ...app, server: 'dev' }, aRef(), 'mutated')).not.toBe(id);
    expect(findingId(app, aRef({ name: 'cart' }), 'mutated')).not.toBe(id);
    expect(findingId(app, aRef(), 'pending')).not.toBe(id);
    expect(findingId(app, undefined, 'mutated')).not.toBe(id);
  });

  it('is short enough to type', () => {
    expect(shortId('3f2c9a01', 'schema-default')).toBe('A-3f2c');
    expect(shortId('3f2c9a01', 'manual-change')).toBe('MC-3f2c');
    expect(shortId('3f2c9a01', 'degraded')).toBe('DE-3f2c');
  });

  it('of a shape ignores indexes, order and repetition', () => {
    expect(shapeOf(['/a/0/b', '/c'])).toBe(shapeOf(['/c', '/a/7/b', '/a/1/b']));
    expect(shapeOf(['/a'])).not.toBe(shapeOf(['/a', '/b']));
  });

  it('of a pattern knows no names', () => {
    expect(patternId('mutated', aRef({ name: 'x', namespace: 'y' }), 'hpa')).toBe(patternId('mutated', aRef(), 'hpa'));
    expect(patternId('mutated', aRef({ kind: 'StatefulSet' }), 'hpa')).not.toBe(patternId('mutated', aRef(), 'hpa'));
  });
});

describe('patterns', () => {
  it('gather 16 resources in 10 apps into one line with one fix and one proof', () => {
    const findings = Array.from({ length: 16 }, (_, index) =>
      findingsOf(`app-${index % 10}`, `widget-${index}`, index % 2 === 0 ? { a: 1 } : { a: 1, b: 2 }),
    ).flat();
    const patterns = patternsOf(findings);
    expect(patterns).toHaveLength(1);
    expect(patterns[0]).toMatchObject({
      driftClass: 'schema-default',
      kind: 'example.com/Widget',
      resources: 16,
      fix: { kind: 'pin-in-git', closes: { closed: 24, of: 24 } },
    });
    expect(patterns[0]?.apps).toBe(10);
  });

  it('keep causes apart', () => {
    const ref = aRef();
    const by = (manager: string) =>
      classify(
        anObservation({
          target: aManifest({ spec: { a: 1 } }, ref),
          live: writtenBy(aManifest({ spec: { a: 2 } }, ref), { manager, owns: { 'f:spec': {} } }),
        }),
      );
    expect(patternsOf([...by('operator-a'), ...by('operator-b')])).toHaveLength(2);
  });
});
describe('movement', () => {
  const seen = (finding: Finding | undefined) => finding;
  const [one] = findingsOf('app', 'w', { a: 1 });
  const [two] = findingsOf('app', 'w', { a: 1, b: 2 });

  it('tells a gained path from a new finding', () => {
    expect(one?.id).toBe(two?.id);
    expect(one?.pattern).toBe(two?.pattern);
    expect(findingMovementOf(seen(one), seen(two))).toBe('grew');
    expect(findingMovementOf(seen(two), seen(one))).toBe('changed');
    expect(findingMovementOf(seen(one), seen(one))).toBeUndefined();
    expect(findingMovementOf(undefined, seen(one))).toBe('opened');
    expect(findingMovementOf(seen(one), undefined)).toBe('resolved');
    expect(findingMovementOf(undefined, undefined)).toBeUndefined();
  });
});
