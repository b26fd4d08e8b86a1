import type { Bundle } from '../core/remedy/restore/bundle.ts';
import type { CallOptions } from './argocd.ts';

/*
 * Rollback bundles where they survive Plumbline: as Secrets in its namespace of the cluster that Argo CD runs in. They hold
 * objects unmasked, so that nothing here may reach the store, a log or a message.
 */
export interface Bundles {
  /**
   * Complete once it resolves; the same objects again, read at another moment, change nothing.
   * @throws RejectedError 'bundle.differs' when another bundle has its id
   */
  save(bundle: Bundle, options?: CallOptions): Promise<void>;
  /** undefined: there is none. @throws RejectedError 'bundle.damaged' when parts are missing or changed */
  read(bundleId: string, options?: CallOptions): Promise<Bundle | undefined>;
  /** Ids, newest first. */
  list(options?: CallOptions): Promise<readonly string[]>;
}
