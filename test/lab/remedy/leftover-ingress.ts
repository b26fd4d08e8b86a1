import type { Manifest } from '../kubernetes/resource-paths.ts';
import type { Bench } from '../replay/bench.ts';
import { aConfigMap, asYaml } from '../replay/manifests.ts';
import { PREFIX } from '../replay/scenario.ts';

const NAME = `${PREFIX}ingress-nginx`;
const RBAC = 'rbac.authorization.k8s.io';

function ingressController(namespace: string): readonly Manifest[] {
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'ingress-nginx' } },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRole',
      metadata: { name: NAME },
      // more than the account of changes may do itself: bringing it back takes `escalate`
      rules: [{ apiGroups: [''], resources: ['nodes', 'endpoints'], verbs: ['list', 'watch'] }],
    },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: NAME },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: NAME },
      subjects: [{ kind: 'ServiceAccount', name: 'ingress-nginx', namespace }],
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: { name: NAME },
      spec: { controller: 'k8s.io/ingress-nginx' },
    },
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: NAME },
      webhooks: [
        {
          name: 'validate.nginx.ingress.lab',
          clientConfig: { url: 'https://nowhere.invalid/validate' },
          rules: [{ apiGroups: ['scn.lab'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['ingresses'] }],
          failurePolicy: 'Ignore',
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    },
  ];
}

/** As kubectl takes them, of all that the path leaves behind. */
export const CLUSTER_LEFTOVERS = [
  `clusterrolebinding.${RBAC}/${NAME}`,
  `clusterrole.${RBAC}/${NAME}`,
  `validatingwebhookconfiguration.admissionregistration.k8s.io/${NAME}`,
  `ingressclass.networking.k8s.io/${NAME}`,
  'serviceaccount/ingress-nginx',
];

/** An ingress controller that went out of Git: most of what it leaves belongs to the whole cluster. */
export async function arrangeClusterLeftovers(bench: Bench): Promise<void> {
  await bench.commit({
    'web.yaml': asYaml(aConfigMap('web')),
    'ingress.yaml': asYaml(...ingressController(bench.name)),
  });
  await bench.createApp();
  await bench.sync();
  await bench.waitFor({ sync: 'Synced', health: 'Healthy' });
  await bench.commit({ 'ingress.yaml': null });
  await bench.waitFor({ sync: 'OutOfSync' });
}
