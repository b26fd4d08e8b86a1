import type { AppState } from '../core/model/observation.ts';
import type { ArgoCdReader, ArgoCdRights, ArgoCdWriter } from '../ports/argocd.ts';
import type { Bundles } from '../ports/bundles.ts';
import type { ClusterReader, ClusterWriter } from '../ports/cluster.ts';

/** One configured Argo CD with the clusters behind it, ready to be asked. */
export interface ConnectedInstance {
  readonly name: string;
  readonly argocd: ArgoCdReader;
  /** Where Argo CD itself runs and keeps its Applications; undefined: no access is configured. */
  readonly ownCluster: ClusterReader | undefined;
  /** Clusters that are configured, by the name people know them by. */
  readonly clusters: ReadonlyMap<string, ClusterReader>;
  readonly clusterFor: (destination: AppState['destination']) => ClusterReader | undefined;
  /** Undefined: nothing may be changed there, which is the default (`remediation.enabled`). */
  readonly writing?: WritingInstance;
  readonly close: () => Promise<void>;
}

/** The second, separate credential. Held by workers; the Slack edge has no use for it. */
export interface WritingInstance {
  readonly argocd: ArgoCdWriter;
  /** What the writing account is and may do. */
  readonly rights: ArgoCdRights;
  /** Where Applications are kept; undefined: no access. */
  readonly ownCluster: WritableCluster | undefined;
  readonly clusterFor: (destination: AppState['destination']) => WritableCluster | undefined;
  /** In the cluster that Argo CD runs in. Undefined: no access to it, so nothing may be deleted. */
  readonly bundles: Bundles | undefined;
  /** Whether a failed run is restored without anybody asking. */
  readonly restoresByItself: boolean;
}

/** Reads with the same credential as it writes: Secrets come as they are. */
export interface WritableCluster {
  readonly reader: ClusterReader;
  readonly writer: ClusterWriter;
}
