import type { AppState } from './observation.ts';

/** Whether Argo CD means the cluster that it runs in itself; that is its own name for it. */
export function isOwnCluster({ server, name }: AppState['destination']): boolean {
  if (name === 'in-cluster') return true;
  if (server === undefined) return name === undefined;
  return /^https:\/\/kubernetes\.default\.svc(\.cluster\.local)?(:443)?$/.test(server);
}
