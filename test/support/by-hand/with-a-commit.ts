import { stringify } from 'yaml';
import type { FileEdit } from '../hands.ts';
import type { Deed } from './deed.ts';
import { externalSecret, migration, PAPERS, PINNED, telemetrySet } from './manifests.ts';

const MINUTE = 60_000;

const application = (name: string): string => `/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/${name}`;
const file = (app: string, kind: string, name = app): string => `apps/${app}/${kind.toLowerCase()}-${name}.yaml`;
const added = (app: string, kind: string, manifest: object): Readonly<Record<string, FileEdit>> => ({
  [file(app, kind, 'by-hand')]: stringify(manifest),
});
const replaced =
  (from: string | RegExp, to: string): FileEdit =>
  (text) => {
    const edited = text.replace(from, to);
    if (edited === text) throw new Error(`nothing to replace: ${from}`);
    return edited;
  };

const OTHER_SELECTOR = replaced(/app\.kubernetes\.io\/name:/g, 'app.kubernetes.io/component:');

/**
 * With a commit, and what controllers make of it. Two classes need the right ground: CRD defaults show only in an app that
 * applies server-side, and spellings only in a custom resource, because Argo CD writes the quantities of built-in kinds in
 * one form before it compares.
 */
export const COMMIT_DEEDS: readonly Deed[] = [
  {
    what: 'the path is deleted',
    app: 'velero',
    leads: 'source-failure',
    fix: 'fix-source',
    cause: ({ hands }) =>
      hands.commit(
        Object.fromEntries(
          [['Deployment'], ['Service'], ['ServiceAccount'], ['ConfigMap', 'velero-config']].map(([kind = '', name]) => [
            file('velero', kind, name),
            null,
          ]),
        ),
      ),
  },
  {
    what: 'YAML that does not parse',
    app: 'metrics-server',
    leads: 'render-failure',
    fix: 'fix-manifest',
    cause: ({ hands }) => hands.commit({ [file('metrics-server', 'Service')]: 'apiVersion: v1\nkind: [Service\n' }),
  },
  {
    what: 'a comparison by dry run that the API server refuses',
    app: 'node-feature-discovery',
    leads: 'diff-failure',
    fix: 'fix-manifest',
    async cause({ hands }) {
      await hands.patch(application('node-feature-discovery'), 'kubectl-annotate', {
        metadata: { annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' } },
      });
      await hands.commit({ [file('node-feature-discovery', 'Deployment')]: OTHER_SELECTOR });
    },
  },
  {
    what: 'an immutable field',
    app: 'reloader',
    leads: 'sync-failure',
    fix: 'fix-manifest',
    resource: 'Deployment/reloader',
    cause: ({ hands }) => hands.commit({ [file('reloader', 'Deployment')]: OTHER_SELECTOR }),
  },
  {
    what: 'an image that does not exist, past the rollout’s deadline',
    app: 'descheduler',
    leads: 'degraded',
    fix: 'fix-manifest',
    async cause({ hands, clock, settle }) {
      await hands.commit({ [file('descheduler', 'Deployment')]: replaced(/(image: \S+):\S+/, '$1:does-not-exist') });
      await settle();
      clock.advance(11 * MINUTE);
    },
  },
  {
    what: 'a file removed, pruning off',
    app: 'loki',
    leads: 'zombie',
    fix: 'delete',
    resource: 'Service/loki',
    cause: ({ hands }) => hands.commit({ [file('loki', 'Service')]: null }),
  },
  {
    what: 'a second app renders the same object',
    app: 'ollama',
    leads: 'shared',
    fix: 'dedupe-owner',
    resource: 'ConfigMap/ollama-config',
    owner: 'Application qdrant',
    cause: ({ hands }) =>
      hands.commit(
        added('qdrant', 'ConfigMap', {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'ollama-config', namespace: 'ollama' },
          data: { LOG_LEVEL: 'debug' },
        }),
      ),
  },
  {
    what: 'a one-shot Job that ran and left Git',
    app: 'blackbox-exporter',
    leads: 'hook',
    fix: 'delete',
    resource: 'Job/by-hand',
    async cause({ hands, settle }) {
      await hands.commit(added('blackbox-exporter', 'Job', migration('blackbox-exporter')));
      await settle();
      await hands.commit({ [file('blackbox-exporter', 'Job', 'by-hand')]: null });
    },
  },
  {
    what: 'a new image, auto-sync off',
    app: 'vaultwarden',
    leads: 'pending',
    fix: 'sync',
    resource: 'Deployment/vaultwarden',
    paths: ['/spec/template/spec/containers/0/image'],
    cause: ({ hands }) =>
      hands.commit({ [file('vaultwarden', 'Deployment')]: replaced(/(image: .*:)[\w.-]+/, '$19.9.9') }),
  },
  {
    what: 'a controller scales what Git fixes',
    app: 'jellyfin',
    leads: 'mutated',
    fix: 'ignore-narrow',
    resource: 'Deployment/jellyfin',
    paths: ['/spec/replicas'],
    owner: 'downscaler',
    cause: ({ hands }) =>
      hands.patch('/apis/apps/v1/namespaces/jellyfin/deployments/jellyfin', 'downscaler', { spec: { replicas: 0 } }),
  },
  {
    what: 'a stamp that every render makes anew, rendered once more',
    app: 'open-webui',
    leads: 'nondeterministic',
    fix: 'fix-template',
    resource: 'ConfigMap/open-webui-config',
    paths: ['/data/RENDERED'],
    async cause({ hands, clock, settle }) {
      const stamp = '\ndata:\n  RENDERED: "" # plumbline-demo: render-time\n';
      await hands.commit({ [file('open-webui', 'ConfigMap', 'open-webui-config')]: replaced('\ndata:\n', stamp) });
      await settle();
      clock.advance(MINUTE);
      await hands.patch(application('open-webui'), 'argocd-server', {
        metadata: { annotations: { 'argocd.argoproj.io/refresh': 'hard' } },
      });
    },
  },
  {
    what: 'a CRD with the zero that the API server drops',
    app: 'paperless',
    leads: 'explicit-default',
    fix: 'drop-from-git',
    resource: 'CustomResourceDefinition/papers.example.com',
    paths: ['/spec/preserveUnknownFields'],
    cause: ({ hands }) => hands.commit(added('paperless', 'CustomResourceDefinition', PAPERS)),
  },
  {
    what: 'a custom resource that leaves out what its CRD defaults',
    app: 'external-secrets',
    leads: 'schema-default',
    fix: 'pin-in-git',
    resource: 'ExternalSecret/by-hand',
    cause: ({ hands }) =>
      hands.commit(added('external-secrets', 'ExternalSecret', externalSecret('external-secrets', {}))),
  },
  {
    what: 'a duration that its operator writes back in Go’s spelling',
    app: 'home-assistant',
    leads: 'normalization',
    fix: 'fix-manifest',
    resource: 'ExternalSecret/by-hand',
    paths: ['/spec/refreshInterval'],
    async cause({ hands, settle }) {
      await hands.commit(added('home-assistant', 'ExternalSecret', externalSecret('home-assistant', PINNED, '60m')));
      await settle();
      const path = '/apis/external-secrets.io/v1/namespaces/home-assistant/externalsecrets/by-hand';
      await hands.patch(path, 'external-secrets', { spec: { refreshInterval: '1h0m0s' } });
    },
  },
  {
    what: 'an entry that admission takes out under Argo CD’s own name',
    app: 'mealie',
    leads: 'residual',
    fix: 'inspect-logs',
    resource: 'StatefulSet/by-hand',
    cause: ({ hands }) => hands.commit(added('mealie', 'StatefulSet', telemetrySet('mealie'))),
  },
];
