/* What a person adds to an app of the story; the API server and the controllers do the rest. */

export const externalSecret = (namespace: string, remoteRef: object, refreshInterval = '1h0m0s') => ({
  apiVersion: 'external-secrets.io/v1',
  kind: 'ExternalSecret',
  metadata: { name: 'by-hand', namespace },
  spec: {
    refreshInterval,
    secretStoreRef: { kind: 'ClusterSecretStore', name: 'infisical' },
    target: { name: 'by-hand', creationPolicy: 'Owner', deletionPolicy: 'Retain' },
    data: [{ secretKey: 'TOKEN', remoteRef: { key: 'TOKEN', ...remoteRef } }],
  },
});
export const PINNED = { conversionStrategy: 'Default', decodingStrategy: 'None', metadataPolicy: 'None' };

export const migration = (namespace: string) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'by-hand', namespace },
  spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'migrate', image: 'busybox:1.37' }] } } },
});

const ENV = [
  { name: 'MODE', value: 'production' },
  { name: 'VCLUSTER_TELEMETRY', value: 'off' },
];

export const telemetrySet = (namespace: string) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'by-hand', namespace },
  spec: {
    serviceName: 'by-hand',
    selector: { matchLabels: { app: 'by-hand' } },
    template: {
      metadata: { labels: { app: 'by-hand' } },
      spec: {
        containers: [{ name: 'main', image: 'busybox:1.37', env: ENV }],
      },
    },
  },
});

export const PAPERS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'papers.example.com' },
  spec: {
    group: 'example.com',
    names: { kind: 'Paper', listKind: 'PaperList', plural: 'papers', singular: 'paper' },
    scope: 'Namespaced',
    preserveUnknownFields: false,
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};
