import type { Json, JsonObject, Manifest } from '../../src/core/model/json.ts';

/* Builders for the manifests of the story; only what a person would write, the API server adds the rest. */

type Labels = Readonly<Record<string, string>>;

export interface Meta {
  readonly labels?: Labels;
  readonly annotations?: Labels;
}

export function object(
  apiVersion: string,
  kind: string,
  namespace: string,
  name: string,
  rest: JsonObject,
  meta: Meta = {},
): Manifest {
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace === '' ? {} : { namespace }),
      ...(meta.labels ? { labels: meta.labels } : {}),
      ...(meta.annotations ? { annotations: meta.annotations } : {}),
    },
    ...rest,
  };
}

export interface Container {
  readonly image: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly requests?: Labels;
  readonly args?: readonly string[];
  readonly claim?: string;
  readonly configMap?: string;
  readonly podAnnotations?: Labels;
}

export function deployment(namespace: string, name: string, container: Container, meta: Meta = {}): Manifest {
  const labels = { 'app.kubernetes.io/name': name };
  const spec = { replicas: 1, selector: { matchLabels: labels }, template: template(name, labels, container) };
  return object('apps/v1', 'Deployment', namespace, name, { spec }, { labels, ...meta });
}

export function daemonSet(namespace: string, name: string, container: Container): Manifest {
  const labels = { 'app.kubernetes.io/name': name };
  const spec = { selector: { matchLabels: labels }, template: template(name, labels, container) };
  return object('apps/v1', 'DaemonSet', namespace, name, { spec }, { labels });
}

export function statefulSet(namespace: string, name: string, container: Container, more: JsonObject = {}): Manifest {
  const labels = { 'app.kubernetes.io/name': name };
  const spec = {
    replicas: 1,
    serviceName: name,
    selector: { matchLabels: labels },
    template: template(name, labels, container),
    ...more,
  };
  return object('apps/v1', 'StatefulSet', namespace, name, { spec }, { labels });
}

function template(name: string, labels: Labels, container: Container): JsonObject {
  const { image, port, env, requests, args, claim, configMap, podAnnotations } = container;
  const volumes: readonly Json[] = [
    ...(claim ? [{ name: 'data', persistentVolumeClaim: { claimName: claim } }] : []),
    ...(configMap ? [{ name: 'config', configMap: { name: configMap } }] : []),
  ];
  return {
    metadata: { labels, ...(podAnnotations ? { annotations: podAnnotations } : {}) },
    spec: {
      containers: [
        {
          name,
          image,
          ...(args ? { args } : {}),
          ...(env ? { env: Object.entries(env).map(([key, value]) => ({ name: key, value })) } : {}),
          ...(port ? { ports: [{ name: 'http', containerPort: port }] } : {}),
          ...(requests ? { resources: { requests } } : {}),
          ...(volumes.length === 0 ? {} : { volumeMounts: mounts(claim, configMap) }),
        },
      ],
      ...(volumes.length === 0 ? {} : { volumes }),
    },
  };
}

function mounts(claim: string | undefined, configMap: string | undefined): readonly Json[] {
  return [
    ...(claim ? [{ name: 'data', mountPath: '/data' }] : []),
    ...(configMap ? [{ name: 'config', mountPath: '/config' }] : []),
  ];
}

export function service(namespace: string, name: string, port: number, meta: Meta = {}): Manifest {
  const spec = { selector: { 'app.kubernetes.io/name': name }, ports: [{ name: 'http', port, targetPort: 'http' }] };
  return object('v1', 'Service', namespace, name, { spec }, meta);
}

export function configMap(namespace: string, name: string, data: Labels, meta: Meta = {}): Manifest {
  return object('v1', 'ConfigMap', namespace, name, { data }, meta);
}

export function serviceAccount(namespace: string, name: string, meta: Meta = {}): Manifest {
  return object('v1', 'ServiceAccount', namespace, name, {}, meta);
}

export function ingress(namespace: string, name: string, host: string): Manifest {
  const backend = { service: { name, port: { name: 'http' } } };
  const spec = {
    ingressClassName: 'traefik',
    rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
  };
  return object('networking.k8s.io/v1', 'Ingress', namespace, name, { spec });
}

export function claim(namespace: string, name: string, storageClassName: string, storage: string): Manifest {
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage } } };
  return object('v1', 'PersistentVolumeClaim', namespace, name, { spec });
}

export function role(
  kind: 'Role' | 'ClusterRole',
  namespace: string,
  name: string,
  rules: readonly Json[],
  meta: Meta = {},
): Manifest {
  return object('rbac.authorization.k8s.io/v1', kind, namespace, name, { rules }, meta);
}

export function roleBinding(
  kind: 'RoleBinding' | 'ClusterRoleBinding',
  namespace: string,
  name: string,
  account: { readonly namespace: string; readonly name: string },
  meta: Meta = {},
): Manifest {
  const rest = {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: kind === 'RoleBinding' ? 'Role' : 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', ...account }],
  };
  return object('rbac.authorization.k8s.io/v1', kind, namespace, name, rest, meta);
}

/** An ExternalSecret as people write it: the four fields that the CRD defaults are left out. */
export function externalSecret(namespace: string, name: string, key: string): Manifest {
  const spec = {
    refreshInterval: '1h0m0s',
    secretStoreRef: { kind: 'ClusterSecretStore', name: 'infisical' },
    target: { name, creationPolicy: 'Owner' },
    data: [{ secretKey: key, remoteRef: { key } }],
  };
  return object('external-secrets.io/v1', 'ExternalSecret', namespace, name, { spec });
}
