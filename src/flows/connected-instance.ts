import type { AppState } from '../core/model/observation.ts';
import type { ArgoCdReader } from '../ports/argocd.ts';
import type { ClusterReader } from '../ports/cluster.ts';

/** One configured Argo CD with the clusters behind it, ready to be asked. */
export interface ConnectedInstance {
  readonly name: string;
  readonly argocd: ArgoCdReader;
  /** Where Argo CD itself runs and keeps its Applications; undefined: no access is configured. */
  readonly ownCluster: ClusterReader | undefined;
  /** Clusters that are configured, by the name people know them by. */
  readonly clusters: ReadonlyMap<string, ClusterReader>;
  readonly clusterFor: (destination: AppState['destination']) => ClusterReader | undefined;
  readonly close: () => Promise<void>;
}
