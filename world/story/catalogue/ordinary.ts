import { configMap, deployment, ingress, service, serviceAccount } from '../manifests.ts';
import type { Project, StoryApp } from '../story-app.ts';

/* The 31 other apps of an ordinary home platform: Synced and Healthy. `external-secrets` stands with the platform apps. */

type Row = readonly [name: string, project: Project, image: string, isWeb?: boolean];

const ROWS: readonly Row[] = [
  ['cert-manager', 'platform', 'quay.io/jetstack/cert-manager-controller:v1.19.1'],
  ['cilium', 'platform', 'quay.io/cilium/operator-generic:v1.18.3'],
  ['traefik', 'platform', 'docker.io/library/traefik:v3.6.0'],
  ['longhorn', 'platform', 'docker.io/longhornio/longhorn-manager:v1.10.0'],
  ['keda', 'platform', 'ghcr.io/kedacore/keda:2.18.1'],
  ['renovate', 'platform', 'ghcr.io/renovatebot/renovate:42.1.0'],
  ['metallb', 'platform', 'quay.io/metallb/controller:v0.15.2'],
  ['external-dns', 'platform', 'registry.k8s.io/external-dns/external-dns:v0.19.0'],
  ['kyverno', 'platform', 'ghcr.io/kyverno/kyverno:v1.15.2'],
  ['velero', 'platform', 'docker.io/velero/velero:v1.17.0'],
  ['metrics-server', 'platform', 'registry.k8s.io/metrics-server/metrics-server:v0.8.0'],
  ['node-feature-discovery', 'platform', 'registry.k8s.io/nfd/node-feature-discovery:v0.18.2'],
  ['reloader', 'platform', 'ghcr.io/stakater/reloader:v1.4.9'],
  ['descheduler', 'platform', 'registry.k8s.io/descheduler/descheduler:v0.34.0'],
  ['harbor', 'platform', 'docker.io/goharbor/harbor-core:v2.14.0', true],
  ['loki', 'observability', 'docker.io/grafana/loki:3.5.7'],
  ['tempo', 'observability', 'docker.io/grafana/tempo:2.9.0'],
  ['alloy', 'observability', 'docker.io/grafana/alloy:v1.11.3'],
  ['blackbox-exporter', 'observability', 'quay.io/prometheus/blackbox-exporter:v0.27.0'],
  ['ollama', 'ai', 'docker.io/ollama/ollama:latest'],
  ['open-webui', 'ai', 'ghcr.io/open-webui/open-webui:v0.6.34', true],
  ['qdrant', 'ai', 'docker.io/qdrant/qdrant:v1.15.5'],
  ['authentik', 'apps', 'ghcr.io/goauthentik/server:2025.10.0', true],
  ['vaultwarden', 'apps', 'docker.io/vaultwarden/server:1.34.3', true],
  ['jellyfin', 'apps', 'docker.io/jellyfin/jellyfin:10.11.1', true],
  ['paperless', 'apps', 'ghcr.io/paperless-ngx/paperless-ngx:2.19.4', true],
  ['immich', 'apps', 'ghcr.io/immich-app/immich-server:v2.2.2', true],
  ['home-assistant', 'apps', 'ghcr.io/home-assistant/home-assistant:latest', true],
  ['mealie', 'apps', 'ghcr.io/mealie-recipes/mealie:latest', true],
  ['vcluster-staging', 'tenants', 'ghcr.io/loft-sh/vcluster-pro:0.30.1'],
  ['tenant-sandbox', 'tenants', 'docker.io/library/nginx:1.29.3'],
];

/** What the set-up review is meant to find. */
const PARTICULARS: Readonly<Record<string, Partial<StoryApp>>> = {
  mealie: { targetRevision: 'HEAD' },
  'tenant-sandbox': { targetRevision: 'HEAD' },
  vaultwarden: { automated: false },
  longhorn: { annotations: { 'argocd.argoproj.io/skip-reconcile': 'true' } },
  harbor: { ignoreDifferences: [{ group: 'apps', kind: 'Deployment', jsonPointers: ['/spec'] }] },
};

export const ordinaryApps: readonly StoryApp[] = ROWS.map(([name, project, image, isWeb]) => ({
  name,
  project,
  namespace: name,
  manifests: [
    serviceAccount(name, name),
    configMap(name, `${name}-config`, { LOG_LEVEL: 'info' }),
    deployment(name, name, { image, port: 8080, configMap: `${name}-config` }),
    service(name, name, 80),
    ...(isWeb ? [ingress(name, name, `${name}.home.example`)] : []),
  ],
  ...PARTICULARS[name],
}));
