import { listAt, type Manifest, stringAt } from '../../../core/model/json.ts';
import type { Kind } from '../discovery.ts';
import type { Edge } from './edge.ts';

const CLAIM: Kind = { group: '', version: 'v1', kind: 'PersistentVolumeClaim' };
const STATEFUL_SET: Kind = { group: 'apps', version: 'v1', kind: 'StatefulSet' };

/** The form before `storageClassName`; claims of that age still carry it. */
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

export const usersOfStorageClass: readonly Edge[] = [
  {
    from: CLAIM,
    within: 'cluster',
    how: 'is of this class',
    refers: (claim, { ref }) => storageClassOf(claim) === ref.name,
  },
  {
    from: { group: '', version: 'v1', kind: 'PersistentVolume' },
    within: 'cluster',
    how: 'is of this class',
    refers: (volume, { ref }) => storageClassOf(volume) === ref.name,
  },
  {
    from: STATEFUL_SET,
    within: 'cluster',
    how: 'claims volumes of this class',
    refers: (set, { ref }) =>
      listAt(set, 'spec', 'volumeClaimTemplates').some(
        (template) => stringAt(template, 'spec', 'storageClassName') === ref.name,
      ),
  },
];

/** `<template>-<set>-<ordinal>` is how a StatefulSet finds its claims: no field of it names them. */
export const statefulSetsOfClaim: readonly Edge[] = [
  {
    from: STATEFUL_SET,
    within: 'namespace',
    how: 'keeps its data in it',
    refers: (set, { ref }) =>
      listAt(set, 'spec', 'volumeClaimTemplates').some((template) => {
        const prefix = `${stringAt(template, 'metadata', 'name') ?? ''}-${stringAt(set, 'metadata', 'name') ?? ''}-`;
        return ref.name.startsWith(prefix) && /^\d+$/.test(ref.name.slice(prefix.length));
      }),
  },
];

export const claimsOfVolume: readonly Edge[] = [
  {
    from: CLAIM,
    within: 'cluster',
    how: 'claims it',
    refers: (claim, { ref }) => stringAt(claim, 'spec', 'volumeName') === ref.name,
  },
];

function storageClassOf(manifest: Manifest): string | undefined {
  return (
    stringAt(manifest, 'spec', 'storageClassName') ?? stringAt(manifest, 'metadata', 'annotations', CLASS_ANNOTATION)
  );
}
