import { bundleRoleManifest, clusterRoleManifest, writeRoleManifest } from './cluster-role-manifest.ts';
import { configurationPage } from './configuration-page.ts';
import { driftClassesPage } from './drift-classes-page.ts';
import { factsPage } from './facts-page.ts';
import { metricsPage } from './metrics-page.ts';
import { observedFactsPage } from './observed-facts-page.ts';
import { permissionsPage } from './permissions-page.ts';

/** Everything that `npm run docs` writes: path → its text. */
export const GENERATED: Readonly<Record<string, () => string>> = {
  'docs/drift-classes.md': driftClassesPage,
  'docs/observed-facts.md': observedFactsPage,
  'docs/configuration.md': configurationPage,
  'docs/facts.md': factsPage,
  'docs/metrics.md': metricsPage,
  'docs/permissions.md': permissionsPage,
  'deploy/kubernetes/cluster-role.yaml': clusterRoleManifest,
  'deploy/remediation/cluster-role-write.yaml': writeRoleManifest,
  'deploy/remediation/role-bundles.yaml': bundleRoleManifest,
};
