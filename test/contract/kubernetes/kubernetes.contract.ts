import { afterAll, beforeAll, describe } from 'vitest';
import { describeBundles } from './bundles.ts';
import { type ContractTarget, makeGround } from './ground.ts';
import { describeReading } from './reading.ts';
import { describeReferences } from './references.ts';
import { describeUnderneath } from './underneath.ts';
import { describeWriting } from './writing.ts';

const TIMEOUT = 60_000;

/** Every method of ClusterReader and ClusterWriter against a live API server, in a namespace that goes afterwards. */
export function describeKubernetes(name: string, target: ContractTarget): void {
  describe(`the Kubernetes adapter, against ${name}`, { timeout: TIMEOUT }, () => {
    const ground = makeGround(name, target);
    beforeAll(ground.prepare, TIMEOUT);
    afterAll(ground.clear, TIMEOUT);

    describeReading(ground);
    describeUnderneath(ground);
    describeReferences(ground);
    describeWriting(ground);
    describeBundles(ground, target);
  });
}
