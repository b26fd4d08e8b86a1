import { describe, expect, it } from 'vitest';
import { makeAffected } from '../../../../../src/core/remedy/plan/affected-apps.ts';
import { MAX_AFFECTED } from '../../../../../src/core/remedy/plan/blast-radius.ts';
import { aPlan, aStep, refTo } from '../builders.ts';

const app = (name: string) => ({ server: 'prod', namespace: 'argocd', name });

describe('whose health is watched', () => {
  const affectedBy = (targets: readonly string[], neighbours: Readonly<Record<string, readonly string[]>>) => {
    const collected = makeAffected(
      app('checkout'),
      targets.map((text) => refTo(text)),
    );
    for (const [name, resources] of Object.entries(neighbours))
      collected.consider({ ref: app(name), resources: resources.map((text) => refTo(text, name)) });
    return collected.affected();
  };

  it('is the app’s, and of who shares a namespace or uses the kind', () => {
    const neighbours = {
      shop: ['ConfigMap/a'],
      ingress: ['Ingress/a'],
      other: ['ConfigMap/a'],
      checkout: ['ConfigMap/a'],
    };
    expect(affectedBy(['ConfigMap/a', 'IngressClass/nginx'], neighbours).map(({ name }) => name)).toEqual([
      'checkout',
      'shop',
      'ingress',
    ]);
  });

  it('has a limit, which the plan tells', () => {
    const collected = makeAffected(app('checkout'), [refTo('ConfigMap/a')]);
    for (let index = 0; index < 99; index += 1)
      collected.consider({ ref: app(`app-${index}`), resources: [refTo('ConfigMap/a')] });
    const affected = collected.affected();
    expect(affected).toHaveLength(MAX_AFFECTED);
    expect(aPlan([aStep()], { affected }).blastRadius.at(-1)).toMatch(/50 apps is watched between steps; more share/);
    expect(aPlan([aStep()], { affected: affected.slice(0, 2) }).blastRadius.at(-1)).toBe(
      'the health of 2 apps is watched between steps',
    );
  });
});
