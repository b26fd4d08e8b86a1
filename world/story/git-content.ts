import { stringify } from 'yaml';
import { isObject, type Json, type Manifest, stringAt } from '../../src/core/model/json.ts';
import { driftingApps } from './catalogue/drifting.ts';
import { ordinaryApps } from './catalogue/ordinary.ts';
import { platformApps } from './catalogue/platform.ts';
import { projects } from './catalogue/projects.ts';
import type { StoryApp } from './story-app.ts';

/* The Git repository of the story: `apps/<name>/…`, and `apps/root/templates/<name>.yaml` for each child. */

export const SERVER = 'https://kubernetes.default.svc';

export const childApps: readonly StoryApp[] = [...platformApps, ...driftingApps, ...ordinaryApps].map((app) =>
  app.name === 'argocd' ? { ...app, manifests: [...app.manifests, ...projects] } : app,
);

/** Templates that state `group: ""` in ignoreDifferences, as the core group reads in some guides. */
const EMPTY_GROUP = new Set([
  ...['gitea', 'grafana-alerting', 'victoria-metrics', 'vk-remote'],
  ...['cert-manager', 'traefik', 'keda', 'renovate', 'metallb', 'external-dns', 'kyverno', 'velero', 'reloader'],
  ...['loki', 'tempo', 'alloy', 'jellyfin', 'paperless', 'immich', 'authentik', 'open-webui'],
]);

export function filesFor(repoUrl: string): ReadonlyMap<string, string> {
  const templates = childApps.map(
    (app) => [`apps/root/templates/${app.name}.yaml`, yaml(applicationOf(app, repoUrl))] as const,
  );
  const manifests = childApps.flatMap((app) => [
    ...app.manifests.map((manifest) => manifestFile(app.name, manifest)),
    ...(app.values === undefined ? [] : [[`apps/${app.name}/values.yaml`, stringify(app.values)] as const]),
  ]);
  return new Map([['README.md', README], ['apps/root/values.yaml', ROOT_VALUES], ...templates, ...manifests]);
}

/** Where an app keeps the manifest, and how it is written there. */
export function manifestFile(app: string, manifest: Manifest): readonly [path: string, text: string] {
  return [`apps/${app}/${fileName(manifest)}`, yaml(manifest)];
}

/** One repository for all: an app cares for commits below its own path only. */
const OWN_PATHS = { 'argocd.argoproj.io/manifest-generate-paths': '.' };

export function applicationOf(app: StoryApp, repoUrl: string): Manifest {
  const ignoreDifferences: readonly Json[] = [
    ...(EMPTY_GROUP.has(app.name) ? [{ group: '', kind: 'ServiceAccount', jsonPointers: ['/imagePullSecrets'] }] : []),
    ...(app.ignoreDifferences ?? []),
  ];
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      name: app.name,
      namespace: 'argocd',
      annotations: { ...OWN_PATHS, ...app.annotations },
    },
    spec: {
      project: app.project,
      source: { repoURL: repoUrl, path: `apps/${app.name}`, targetRevision: app.targetRevision ?? 'main' },
      destination: { server: SERVER, namespace: app.namespace },
      syncPolicy: {
        automated: { enabled: app.automated ?? true, prune: false },
        syncOptions: ['CreateNamespace=true', ...(app.serverSideApply ? ['ServerSideApply=true'] : [])],
      },
      ...(ignoreDifferences.length === 0 ? {} : { ignoreDifferences }),
    },
  };
}

/** Nobody renders the root: it was applied by hand when the cluster was made. */
export function rootApplication(repoUrl: string): Manifest {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'root', namespace: 'argocd', annotations: OWN_PATHS },
    spec: {
      project: 'platform',
      source: { repoURL: repoUrl, path: 'apps/root', targetRevision: 'main' },
      destination: { server: SERVER, namespace: 'argocd' },
      syncPolicy: { automated: { enabled: true } },
    },
  };
}

function fileName(manifest: Manifest): string {
  const [kind = '', name = ''] = [stringAt(manifest, 'kind'), stringAt(manifest, 'metadata', 'name')];
  return kind === 'Namespace' ? 'namespace.yaml' : `${kind.toLowerCase()}-${name}.yaml`;
}

/** Placeholders become a value and the comment that the renderer reads; the value is what an earlier render gave. */
function yaml(manifest: Manifest): string {
  const condition = isPostgresBudget(manifest) ? '# plumbline-demo: when postgresql.pdb.create\n' : '';
  const text = stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false })
    .replaceAll(/"?@render-time"?$/gm, '2026-04-04 UTC 21:31:24 # plumbline-demo: render-time')
    .replaceAll(/"?@render-hash"?$/gm, '"0" # plumbline-demo: render-hash')
    .replaceAll(/"?@values ([\w.]+)"?$/gm, '"" # plumbline-demo: values $1');
  return condition + text;
}

function isPostgresBudget(manifest: Manifest): boolean {
  return (
    manifest.kind === 'PodDisruptionBudget' &&
    isObject(manifest.metadata) &&
    manifest.metadata.name === 'infisical-postgresql'
  );
}

const README = `# Home platform

One directory per application below \`apps/\`. \`apps/root/templates\` holds the Argo CD Applications.
`;

const ROOT_VALUES = `# Pruning is manual, project-wide: every template says prune: false.
spec:
  destination:
    server: ${SERVER}
`;
