import { at } from '../../model/json.ts';
import { isWithin } from '../../model/pointer.ts';
import { resourceRule } from '../rule.ts';

/** Rules of an aggregated ClusterRole are collected from other roles by kube-controller-manager. */
export const aggregatedRoleRules = resourceRule({
  id: 'aggregated-role-rules',
  title: 'Rules of an aggregated ClusterRole',
  driftClass: 'mutated',
  needs: [],

  claim({ resource, changes }) {
    const isAggregated =
      at(resource.live ?? {}, 'aggregationRule') !== undefined ||
      at(resource.target ?? {}, 'aggregationRule') !== undefined;
    const rules = changes.filter(({ path }) => isWithin(path, '/rules'));
    if (resource.ref.kind !== 'ClusterRole' || !isAggregated || rules.length === 0) return undefined;
    return {
      changes: rules,
      owner: 'clusterrole-aggregation-controller',
      cause: 'aggregated ClusterRole',
      confidence: 'certain',
      evidence: [{ source: 'live', says: 'aggregationRule is set: kube-controller-manager fills /rules' }],
      fixes: [
        {
          kind: 'ignore-narrow',
          paths: ['/rules'],
          detail:
            'ignore /rules of this ClusterRole, or set resource.compareoptions.ignoreAggregatedRoles: true in argocd-cm',
        },
        ...(at(resource.target ?? {}, 'rules') === undefined
          ? []
          : [
              {
                kind: 'drop-from-git' as const,
                paths: ['/rules'],
                detail: 'drop rules from Git: the aggregation fills them',
              },
            ]),
      ],
    };
  },
});
