import { listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import type { Story } from './make-story.ts';

const POD = { group: '', kind: 'Pod' };

/** The pods below what an app renders, through whatever owns them. */
export function podsOf(
  { cluster, controller }: Pick<Story, 'cluster' | 'controller'>,
  app: string,
): readonly Manifest[] {
  const comparison = controller.comparisonOf({ namespace: controller.options.namespace, name: app });
  if (!comparison) throw new RangeError(`the story has no app ${JSON.stringify(app)}`);
  const isRendered = new Set(
    comparison.resources.map(({ verdict }) => stringAt(verdict.live ?? {}, 'metadata', 'uid')),
  );
  const sets = cluster.list({ group: 'apps', kind: 'ReplicaSet' });
  const isBelow = (object: Manifest): boolean =>
    ownersOf(object).some((uid) => {
      const set = sets.find((candidate) => stringAt(candidate, 'metadata', 'uid') === uid);
      return isRendered.has(uid) || (set !== undefined && isBelow(set));
    });
  const pods = cluster.list(POD).filter(isBelow);
  if (pods.length === 0) throw new RangeError(`the app ${JSON.stringify(app)} runs no pods`);
  return pods;
}

function ownersOf(object: Manifest): readonly string[] {
  return listAt(object, 'metadata', 'ownerReferences').flatMap((owner) => stringAt(owner, 'uid') ?? []);
}
