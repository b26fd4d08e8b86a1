import { aggregatedRoleRules } from '../../../../../src/core/drift/rules/aggregated-role-rules.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const ref = aRef({ group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', namespace: '', name: 'metrics-reader' });
const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { 'rbac.example.com/metrics': 'true' } }] };
const collected = [{ apiGroups: ['metrics.k8s.io'], resources: ['pods', 'nodes'], verbs: ['get', 'list'] }];
const stated = [{ apiGroups: ['metrics.k8s.io'], resources: ['pods', 'nodes'], verbs: ['get'] }];

testRule(aggregatedRoleRules, {
  claims: [
    {
      when: 'Git states empty rules and the aggregation filled them, leaving other changes alone',
      subject: aSubject({
        ref,
        target: aManifest({ metadata: { labels: { team: 'platform' } }, aggregationRule, rules: [] }, ref),
        live: aManifest({ metadata: { labels: { team: 'infra' } }, aggregationRule, rules: collected }, ref),
      }),
      paths: ['/rules'],
      fixes: ['ignore-narrow', 'drop-from-git'],
      owner: 'clusterrole-aggregation-controller',
    },
    {
      when: 'Git states rules of its own beside the aggregation',
      subject: aSubject({
        ref,
        target: aManifest({ aggregationRule, rules: stated }, ref),
        live: aManifest({ aggregationRule, rules: collected }, ref),
      }),
      paths: ['/rules/0/verbs/1'],
      fixes: ['ignore-narrow', 'drop-from-git'],
    },
    {
      when: 'only the live object says that it is aggregated',
      subject: aSubject({
        ref,
        target: aManifest({ rules: [] }, ref),
        live: aManifest({ aggregationRule, rules: collected }, ref),
      }),
      paths: ['/rules'],
      fixes: ['ignore-narrow', 'drop-from-git'],
    },
  ],
  ignores: [
    {
      when: 'the ClusterRole is not aggregated',
      subject: aSubject({
        ref,
        target: aManifest({ rules: stated }, ref),
        live: aManifest({ rules: collected }, ref),
      }),
    },
    {
      when: 'the selectors of the aggregation differ and not the rules',
      subject: aSubject({
        ref,
        target: aManifest({ aggregationRule, rules: collected }, ref),
        live: aManifest({ aggregationRule: { clusterRoleSelectors: [] }, rules: collected }, ref),
      }),
    },
    {
      when: 'another kind has rules and a field of that name',
      subject: aSubject({
        ref: { ...ref, group: 'example.com', kind: 'RolePolicy' },
        target: aManifest({ aggregationRule, rules: [] }, ref),
        live: aManifest({ aggregationRule, rules: collected }, ref),
      }),
    },
  ],
});
