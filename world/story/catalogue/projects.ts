import type { Manifest } from '../../../src/core/model/json.ts';
import type { Project } from '../story-app.ts';

const DESCRIPTIONS: Readonly<Record<Project, string>> = {
  platform: 'What everything else stands on',
  observability: 'Metrics, logs, traces, alerts',
  ai: 'Models and agents',
  apps: 'What the household uses',
  tenants: 'Sandboxes',
};

/** `tenants` lets in any repository and any destination, which the set-up review is meant to find. */
export const projects: readonly Manifest[] = Object.entries(DESCRIPTIONS).map(([name, description]) => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AppProject',
  metadata: { name, namespace: 'argocd' },
  spec: {
    description,
    sourceRepos: name === 'tenants' ? ['*'] : ['file:///**'],
    destinations:
      name === 'tenants'
        ? [{ namespace: '*', server: '*' }]
        : [{ namespace: '*', server: 'https://kubernetes.default.svc' }],
    clusterResourceWhitelist: [{ group: '*', kind: '*' }],
  },
}));
