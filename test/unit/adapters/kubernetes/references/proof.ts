import { describe, expect, it } from 'vitest';
import type { Target } from '../../../../../src/adapters/kubernetes/references/edge.ts';
import { edgesTo } from '../../../../../src/adapters/kubernetes/references/edges-to.ts';
import { type Json, type JsonObject, type Manifest, stringAt } from '../../../../../src/core/model/json.ts';
import { groupOf } from '../../../../../src/core/model/resource-ref.ts';

export interface Proof {
  readonly to: Target;
  readonly cases: readonly Case[];
}

interface Case {
  readonly when: string;
  readonly from: Manifest;
  readonly refers: boolean;
}

export function object(
  apiVersion: string,
  kind: string,
  content: JsonObject = {},
  metadata: JsonObject = {},
): Manifest {
  return { apiVersion, kind, metadata: { name: 'referrer', namespace: 'shop', ...metadata }, ...content };
}

export function target(
  apiVersion: string,
  kind: string,
  name: string,
  object: JsonObject = {},
  namespace = 'shop',
): Target {
  return {
    ref: { group: groupOf(apiVersion), kind, namespace, name },
    object: { apiVersion, kind, metadata: { name, namespace, uid: 'uid-of-target' }, ...object },
  };
}

/** Whether the proof lists the referrer's kind, looks where it lives, and recognises it. */
function isFound(to: Target, from: Manifest): boolean {
  return edgesTo(to).some(
    (edge) =>
      edge.from.kind === from.kind &&
      edge.from.group === groupOf(stringAt(from, 'apiVersion') ?? '') &&
      (edge.within === 'cluster' ||
        to.ref.namespace === '' ||
        stringAt(from, 'metadata', 'namespace') === to.ref.namespace) &&
      edge.refers(from, to),
  );
}

export const pod = (spec: JsonObject, status: JsonObject = { phase: 'Running' }) =>
  object('v1', 'Pod', { spec, status });
export const deployment = (spec: JsonObject) => object('apps/v1', 'Deployment', { spec: { template: { spec } } });
export const cronJob = (spec: JsonObject) =>
  object('batch/v1', 'CronJob', { spec: { jobTemplate: { spec: { template: { spec } } } } });
export const job = (spec: JsonObject, conditions: readonly Json[]) =>
  object('batch/v1', 'Job', { spec: { template: { spec } }, status: { conditions } });
export const volumes = (...list: readonly Json[]) => ({ volumes: list });
export const env = (...list: readonly Json[]) => ({ containers: [{ name: 'web', env: list }] });

export const RBAC = 'rbac.authorization.k8s.io/v1';
export const ADMISSION = 'admissionregistration.k8s.io/v1';
export const GATEWAY = 'gateway.networking.k8s.io/v1';
export const NETWORKING = 'networking.k8s.io/v1';

export function describeProofs(proofs: readonly Proof[]): void {
  describe.each(proofs)('$to.ref.kind $to.ref.name', ({ to, cases }) => {
    it.each(cases)('$when: $refers', ({ from, refers }) => {
      expect(isFound(to, from)).toBe(refers);
    });
  });
}
