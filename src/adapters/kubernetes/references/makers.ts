import { NotAllowedError } from '../../../core/model/errors.ts';
import { at, listAt, type Manifest, stringAt } from '../../../core/model/json.ts';
import { groupKind, type ResourceRef } from '../../../core/model/resource-ref.ts';
import type { CallOptions } from '../../../ports/argocd.ts';
import type { Objects } from '../objects.ts';
import { ownersOf } from '../owners.ts';

/** Makers of pods that are made themselves, mostly. Anything else that owns a pod is its maker, and nobody looks further. */
const BETWEEN = new Set(['apps/ReplicaSet', 'batch/Job']);
const MAKERS =
  /^(apps\/(Deployment|StatefulSet|DaemonSet|ReplicaSet)|ReplicationController|batch\/(Job|CronJob)|argoproj\.io\/Rollout)$/;

export interface Makers {
  /** The workload that a pod goes and comes with; undefined: it stands for itself. */
  ofPod(pod: Manifest): Promise<ResourceRef | undefined>;
  /** The workloads behind the ready endpoints; undefined: not all of them are known. */
  ofEndpoints(slice: Manifest): Promise<readonly ResourceRef[] | undefined>;
}

/** Names of pods do not last, so that a proof names who makes them. */
export function makeMakers(objects: Objects, options: CallOptions): Makers {
  async function look(ref: ResourceRef): Promise<Manifest | undefined> {
    try {
      return await objects.get(ref, undefined, options);
    } catch (error) {
      if (error instanceof NotAllowedError) return undefined;
      throw error;
    }
  }

  async function makerOf(made: Manifest): Promise<ResourceRef | undefined> {
    const namespace = stringAt(made, 'metadata', 'namespace') ?? '';
    const owner = ownersOf(made).find(({ isController }) => isController);
    if (owner === undefined || !MAKERS.test(groupKind(owner))) return undefined;
    const { group, kind, name } = owner;
    const maker = { group, kind, namespace, name };
    if (!BETWEEN.has(groupKind(owner))) return maker;
    const between = await look(maker);
    return (between && (await makerOf(between))) ?? maker;
  }

  return {
    ofPod: makerOf,

    async ofEndpoints(slice) {
      const makers: ResourceRef[] = [];
      const namespace = stringAt(slice, 'metadata', 'namespace') ?? '';
      for (const endpoint of listAt(slice, 'endpoints').filter(isReady)) {
        const name = stringAt(endpoint, 'targetRef', 'name');
        if (stringAt(endpoint, 'targetRef', 'kind') !== 'Pod' || name === undefined) return undefined;
        const pod = await look({ group: '', kind: 'Pod', namespace, name });
        const maker = pod && (await makerOf(pod));
        if (maker === undefined) return undefined;
        makers.push(maker);
      }
      return makers;
    },
  };
}

/** A missing `ready` means ready, by the API's own word. */
export function isReady(endpoint: Parameters<typeof at>[0]): boolean {
  return at(endpoint, 'conditions', 'ready') !== false;
}
