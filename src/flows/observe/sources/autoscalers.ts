import type { ResourceSource } from '../source.ts';

export const autoscalers: ResourceSource<'autoscalers'> = async ({ ref }, { cluster, shared, lookout, options }) =>
  cluster && (await lookout.look('autoscalers', () => shared.autoscalers(cluster, ref.namespace, options)));
