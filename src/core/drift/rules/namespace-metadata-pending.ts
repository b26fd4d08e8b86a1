import { appRule } from '../rule.ts';

/**
 * The app is OutOfSync and no resource is: `managedNamespaceMetadata` differs from what the last sync recorded. Any
 * sync records it again.
 */
export const namespaceMetadataPending = appRule({
  id: 'namespace-metadata-pending',
  title: 'Namespace metadata waits for a sync',
  driftClass: 'pending',
  needs: [],

  claim({ app }) {
    if (app.sync.status !== 'OutOfSync' || !app.managedNamespaceMetadata) return undefined;
    if (app.resources.some(({ status }) => status === 'OutOfSync')) return undefined;
    return {
      changes: [],
      owner: 'argocd-controller',
      cause: 'managedNamespaceMetadata not recorded',
      confidence: 'likely',
      evidence: [
        {
          source: 'argocd',
          says: 'no resource is OutOfSync; syncPolicy.managedNamespaceMetadata differs from what the last sync recorded',
        },
      ],
      fixes: [{ kind: 'sync', paths: [], detail: 'sync once: that records the namespace’s labels and annotations' }],
    };
  },
});
