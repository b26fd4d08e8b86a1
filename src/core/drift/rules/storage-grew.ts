import { resourceRule } from '../rule.ts';
import { isGrownStorage } from '../storage.ts';
import { pathsOf, show } from '../subject.ts';

/** A resizer or a storage driver made the claim larger than Git says, or rounded it up. */
export const storageGrew = resourceRule({
  id: 'storage-grew',
  title: 'The claim grew past Git',
  driftClass: 'mutated',
  needs: [],

  claim({ resource, changes }) {
    const grown = resource.ref.kind === 'PersistentVolumeClaim' ? changes.filter(isGrownStorage) : [];
    const [first] = grown;
    if (!first) return undefined;
    return {
      changes: grown,
      owner: 'storage provisioner',
      cause: 'storage grew',
      confidence: 'likely',
      evidence: [
        {
          source: 'live',
          says: `the claim is ${show(first.live)} and Git says ${show(first.desired)}; a claim cannot shrink`,
        },
      ],
      fixes: [
        {
          kind: 'pin-in-git',
          paths: pathsOf(grown),
          detail: 'write the size the volume has into Git: a claim can never shrink',
        },
        { kind: 'ignore-narrow', paths: pathsOf(grown) },
      ],
    };
  },
});
